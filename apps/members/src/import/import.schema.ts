import type { MemberCsvColumn, MemberImport, MemberImportVerdict } from '@engawa/contracts';
import {
  defineImportChunkStore,
  defineImportStore,
  type FileImport,
  type FileImportChunk,
} from '@engawa/imports';
import type { CellProblem } from '../csv/csv-row.rules';

/** Rows of one step of the job, and of one chunk. */
export const CHUNK_ROWS = 250;

/** A CSV import of members: what was asked beside what every import has. */
export interface ImportDocument extends FileImport {
  mode: MemberImport['mode'];
  state: MemberImport['state'];
  columns: (MemberCsvColumn | null)[];
  /** Start right after the check. */
  runAtOnce: boolean;
  addDuplicates: boolean;
  counts: Record<MemberImportVerdict, number>;
  /** Last member that the revert went through. */
  revertedTo: string;
  reverted: number;
  notReverted: number;
}

export const importStore = defineImportStore<ImportDocument>('imports', {
  mode: { type: String, required: true },
  columns: { type: [String], required: true },
  runAtOnce: { type: Boolean, required: true },
  addDuplicates: { type: Boolean, required: true },
  revertedTo: { type: String, default: '' },
  reverted: { type: Number, default: 0 },
  notReverted: { type: Number, default: 0 },
});

/** A row with its verdict, as kept. */
export interface KeptRow {
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
export interface ImportChunkDocument extends FileImportChunk<KeptRow> {
  /** Those that the rows have, each once. */
  verdicts: MemberImportVerdict[];
}

export const importChunkStore = defineImportChunkStore<ImportChunkDocument>('importChunks', {
  verdicts: { type: [String], required: true },
});
