import type { EventEnvelope, Locale } from '@engawa/contracts';
import type { CsvRecord } from '@engawa/csv';
import type { FileImport, StoredRow } from './import-store';
import type { ImportingService } from './import.errors';
import type { z } from 'zod';

/** Injection tokens of a service's definition and of its two stores. */
export const IMPORT_DEFINITION = Symbol('ImportDefinition');
export const IMPORT_STORE = Symbol('ImportStore');
export const IMPORT_CHUNK_STORE = Symbol('ImportChunkStore');

/** A row with the decision about it; verdicts are counted. */
export interface JudgedRow {
  verdict: string;
}

/** The heading of a file; missing, unknown and repeated columns are rejected. */
export interface ImportHeading {
  /** The column of each cell, null for ignored ones. */
  columns: readonly (string | null)[];
  missing: readonly string[];
  unknown?: readonly string[];
  repeated: readonly string[];
}

/** One step of an import. */
export interface ImportStep<Stored> {
  /** Whether a crash may have left part of this step done. */
  repeated: boolean;
  /** The rows that the check of the same step stored; none while it is checked. */
  checkedRows(): Promise<Stored[]>;
}

/** Judges and writes the rows of one import, in their order. */
export interface ImportSession<Judged extends JudgedRow, Stored> {
  /** Registers a row of a finished step. */
  passOver?(record: CsvRecord): void;
  /** Runs while the step before is written. */
  judge(records: readonly CsvRecord[], step: ImportStep<Stored>): Promise<Judged[]>;
  /**
   * Writes judged rows, each with its event, and returns them. A repeated step writes nothing twice
   * and returns the same.
   */
  apply(judged: readonly Judged[], step: ImportStep<Stored>): Promise<readonly Judged[]>;
}

/** What an import wrote, with the mark of its row. */
interface Imported {
  imported: { row: number } | null;
}

/** Reverts what imports wrote. */
export interface ImportReversal<Doc extends FileImport, Item extends Imported> {
  /**
   * A step's length of what the import wrote after the given row, in the order of the rows: so the
   * database writes neighbouring documents together.
   */
  read(job: Doc, afterRow: number): Promise<Item[]>;
  /**
   * Reverts what nobody changed since, each with its event; returns how many are reverted. A
   * repeated step returns the same.
   */
  apply(items: readonly Item[], job: Doc): Promise<number>;
}

/** What distinguishes the imports of a service. */
export interface ImportDefinition<
  Doc extends FileImport = FileImport,
  Judged extends JudgedRow = JudgedRow,
  Stored extends StoredRow = StoredRow,
> {
  readonly service: ImportingService;
  /** The import as the API returns it; its fields are those of the document. */
  readonly contract: z.ZodType;
  /** Name in logs and metrics. */
  readonly name: string;
  /** Rows per chunk. */
  readonly chunkRows: number;
  /** Rows per step: whole chunks, by default one. */
  readonly stepRows?: number;
  readonly maxRows: number;
  /** Retention of the file after the import, in days. */
  readonly keptDays: number;
  /** Counts of an import without rows. */
  readonly noCounts: Doc['counts'];
  /** Absent where imports cannot be reverted. */
  readonly reversal?: ImportReversal<Doc, Imported>;
  /** Heading of the reasons in the report. */
  readonly reasonHeading: Record<Locale, string>;
  /** Reads a heading; `own` are the fields of the new import that not every import has. */
  readHeading(
    space: string,
    headings: readonly string[],
    own: object,
  ): Promise<ImportHeading> | ImportHeading;
  /** Starts or continues the check or the run of an import. */
  open(job: Doc): Promise<ImportSession<Judged, Stored>>;
  /** What is stored of a judged row; null for nothing. */
  storedRow(judged: Judged): Stored | null;
  /** Discards what this process caches about the documents that imports of a space write. */
  forgetCached?(space: string): void;
  /** The reason of a stored row in the report; null for rows that are not in it. */
  reasonOf(row: Stored, locale: Locale): string | null;
  /** The event of an import that ends, beside its audit event; null where it wrote nothing. */
  endEvent(job: Doc, actor: string): EventEnvelope | null;
}
