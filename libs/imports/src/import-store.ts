import type { CsvEncoding } from '@engawa/contracts';
import { defineSchema, type SpaceDocument, type StoreDefinition } from '@engawa/persistence';

/** An import of a CSV file and its progress. The file is in the file store. */
export interface FileImport extends SpaceDocument {
  state: string;
  fileName: string;
  fileKey: string;
  /** False once the file, and with it the report, is deleted. */
  fileKept: boolean;
  /** When the file expires; absent while the import runs, and once it is deleted. */
  fileUntil?: Date;
  encoding: CsvEncoding;
  bom: number;
  headings: string[];
  rows: number;
  processed: number;
  counts: Record<string, number>;
  failure: { code: string; line: number | null } | null;
  startedBy: string;
  /**
   * Who requested the cancellation, which happens after the current step; absent in older
   * documents.
   */
  cancelledBy: string | null;
  finishedAt: Date | null;
  /** Since when work is waiting; absent without work. */
  waitingSince?: Date;
  /** The worker, and until when its lease holds. */
  worker: string | null;
  leaseUntil: Date | null;
  /** The column of each cell, empty for ignored ones. */
  columns: string[];
  /** Run right after the check. */
  runAtOnce?: boolean;
  /** Of imports that can be reverted: the last document, and how many were reverted or not. */
  revertedTo?: string;
  reverted?: number;
  notReverted?: number;
}

/** Declares the imports of a service: common fields plus its own. */
export function defineImportStore<Doc extends FileImport>(
  collection: string,
  fields: Parameters<typeof defineSchema>[0]['fields'],
): StoreDefinition<Doc> {
  return defineSchema<Doc>({
    collection,
    fields: {
      state: { type: String, required: true },
      fileName: { type: String, required: true },
      fileKey: { type: String, required: true },
      fileKept: { type: Boolean, default: true },
      fileUntil: { type: Date },
      encoding: { type: String, required: true },
      bom: { type: Number, required: true },
      headings: { type: [String], required: true },
      rows: { type: Number, default: 0 },
      processed: { type: Number, default: 0 },
      counts: { type: Object, required: true },
      failure: { type: Object, default: null },
      startedBy: { type: String, required: true },
      cancelledBy: { type: String, default: null },
      finishedAt: { type: Date, default: null },
      waitingSince: { type: Date },
      worker: { type: String, default: null },
      leaseUntil: { type: Date, default: null },
      columns: { type: [String], required: true },
      ...fields,
    },
    indexes: [
      { keys: { space: 1, createdAt: -1, id: -1 }, serves: 'ImportRepository.findListPage' },
      {
        keys: { waitingSince: 1 },
        sparse: true,
        serves: 'ImportRepository.findWaiting (system scope: all spaces)',
      },
      {
        keys: { fileUntil: 1 },
        sparse: true,
        serves: 'ImportRepository.findWithOldFile (system scope: all spaces)',
      },
    ],
  });
}

/** A stored row of a step. */
export interface StoredRow {
  row: number;
  verdict?: string;
}

/** Verdicts of one step. Id: `{import}-{check or run}-{number}`; absent when there are none. */
export interface FileImportChunk<Row extends StoredRow = StoredRow> extends SpaceDocument {
  importId: string;
  phase: 'check' | 'run';
  /** Number of the step within its phase, from 0. */
  index: number;
  rows: Row[];
  /** Distinct verdicts of the rows, where rows have one. */
  verdicts?: string[];
}

/** Declares the chunks of a service's imports: common fields plus its own. */
export function defineImportChunkStore<Chunk extends FileImportChunk>(
  collection: string,
  fields: Parameters<typeof defineSchema>[0]['fields'] = {},
): StoreDefinition<Chunk> {
  return defineSchema<Chunk>({
    collection,
    fields: {
      importId: { type: String, required: true },
      phase: { type: String, enum: ['check', 'run'], required: true },
      index: { type: Number, required: true },
      rows: { type: [Object], required: true },
      ...fields,
    },
    indexes: [
      {
        keys: { space: 1, importId: 1, phase: 1, index: 1 },
        serves: 'ImportChunkRepository.findFrom',
      },
    ],
  });
}
