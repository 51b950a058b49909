import type { MemberCsvColumn, MemberImport, MemberImportVerdict } from '@engawa/contracts';
import { defineImportStore, type FileImport } from '@engawa/imports';
import { defineSchema, type SpaceDocument } from '@engawa/persistence';
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

/** Verdicts of the rows of one step. Id: `{import}-{check or run}-{number}`. */
export interface ImportChunkDocument extends SpaceDocument {
  importId: string;
  phase: 'check' | 'run';
  index: number;
  verdicts: MemberImportVerdict[];
  rows: KeptRow[];
}

export const importChunkStore = defineSchema<ImportChunkDocument>({
  collection: 'importChunks',
  fields: {
    importId: { type: String, required: true },
    phase: { type: String, enum: ['check', 'run'], required: true },
    index: { type: Number, required: true },
    verdicts: { type: [String], required: true },
    rows: { type: [Object], required: true },
  },
  indexes: [
    {
      keys: { space: 1, importId: 1, phase: 1, index: 1 },
      serves: 'ImportChunkRepository.findFrom',
    },
  ],
});
