import type { MemberCsvColumn, MemberImport, MemberImportVerdict } from '@engawa/contracts';
import { defineSchema, type SpaceDocument } from '@engawa/persistence';
import type { CellProblem } from '../csv/csv-row.rules';

/** Rows of one step of the job, and of one chunk. */
export const CHUNK_ROWS = 250;

/** A CSV import: what was asked, how far it is. The file itself lies in the file store. */
export interface ImportDocument extends SpaceDocument {
  mode: MemberImport['mode'];
  state: MemberImport['state'];
  fileName: string;
  fileKey: string;
  /** False once the file is gone; so is the report then. */
  fileKept: boolean;
  /** When the file goes; absent while the import works, and once it is gone. */
  fileUntil?: Date;
  encoding: MemberImport['encoding'];
  bom: number;
  headings: string[];
  columns: (MemberCsvColumn | null)[];
  /** Start right after the check. */
  runAtOnce: boolean;
  addDuplicates: boolean;
  rows: number;
  processed: number;
  counts: Record<MemberImportVerdict, number>;
  /** Last member that the revert went through. */
  revertedTo: string;
  reverted: number;
  notReverted: number;
  failure: { code: string; line: number | null } | null;
  startedBy: string;
  finishedAt: Date | null;
  /** Since when there is work to do; absent where there is none. */
  waitingSince?: Date;
  /** Who works on it, until when unless renewed. */
  worker: string | null;
  leaseUntil: Date | null;
}

export const importStore = defineSchema<ImportDocument>({
  collection: 'imports',
  fields: {
    mode: { type: String, required: true },
    state: { type: String, required: true },
    fileName: { type: String, required: true },
    fileKey: { type: String, required: true },
    fileKept: { type: Boolean, default: true },
    fileUntil: { type: Date },
    encoding: { type: String, required: true },
    bom: { type: Number, required: true },
    headings: { type: [String], required: true },
    columns: { type: [String], required: true },
    runAtOnce: { type: Boolean, required: true },
    addDuplicates: { type: Boolean, required: true },
    rows: { type: Number, default: 0 },
    processed: { type: Number, default: 0 },
    counts: { type: Object, required: true },
    revertedTo: { type: String, default: '' },
    reverted: { type: Number, default: 0 },
    notReverted: { type: Number, default: 0 },
    failure: { type: Object, default: null },
    startedBy: { type: String, required: true },
    finishedAt: { type: Date, default: null },
    waitingSince: { type: Date },
    worker: { type: String, default: null },
    leaseUntil: { type: Date, default: null },
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
