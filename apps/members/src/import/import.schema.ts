import type { MemberImport, MemberImportVerdict } from '@engawa/contracts';
import {
  defineImportChunkStore,
  defineImportStore,
  type FileImport,
  type FileImportChunk,
} from '@engawa/imports';
import type { ImportColumn } from '../csv/csv-heading.rules';
import type { CellProblem } from '../csv/csv-row.rules';

/** Rows per step and chunk. */
export const CHUNK_ROWS = 250;

/** An import of members: its options beside the common fields. */
export interface ImportDocument extends FileImport {
  mode: MemberImport['mode'];
  state: MemberImport['state'];
  /** Empty for a column that is ignored. */
  columns: (ImportColumn | '')[];
  /** Run right after the check. */
  runAtOnce: boolean;
  addDuplicates: boolean;
  counts: Record<MemberImportVerdict, number>;
  /** Last reverted member. */
  revertedTo: string;
  reverted: number;
  notReverted: number;
}

export const importStore = defineImportStore<ImportDocument>('imports', {
  mode: { type: String, required: true },
  runAtOnce: { type: Boolean, required: true },
  addDuplicates: { type: Boolean, required: true },
  revertedTo: { type: String, default: '' },
  reverted: { type: Number, default: 0 },
  notReverted: { type: Number, default: 0 },
});

/** A stored row with its verdict. */
export interface StoredRow {
  row: number;
  line: number;
  verdict: MemberImportVerdict;
  name: string;
  memberId: string | null;
  duplicateOfRow: number | null;
  changes: { column: string; before: string; after: string }[];
  problems: CellProblem[];
}

/** Verdicts of the rows of one step. */
export interface ImportChunkDocument extends FileImportChunk<StoredRow> {
  /** Distinct verdicts of the rows. */
  verdicts: MemberImportVerdict[];
}

export const importChunkStore = defineImportChunkStore<ImportChunkDocument>('importChunks', {
  verdicts: { type: [String], required: true },
});
