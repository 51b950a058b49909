import type { PostCsvColumn, PostImport, PostImportRow } from '@engawa/contracts';
import { defineSchema, type SpaceDocument } from '@engawa/persistence';

/** Rows of one step of the job, and of one chunk. */
export const CHUNK_ROWS = 100;

/** An import of posts: what was asked, how far it is. The file itself lies in the file store. */
export interface ImportDocument extends SpaceDocument {
  state: PostImport['state'];
  fileName: string;
  fileKey: string;
  /** False once the file is gone; so is the report then. */
  fileKept: boolean;
  /** When the file goes; absent while the import works, and once it is gone. */
  fileUntil?: Date;
  /** SHA-256 of the file: the same file again makes the same posts. */
  hash: string;
  encoding: PostImport['encoding'];
  bom: number;
  headings: string[];
  /** The column of each cell, empty for those passed over. */
  columns: (PostCsvColumn | '')[];
  rows: number;
  processed: number;
  counts: PostImport['counts'];
  failure: PostImport['failure'];
  startedBy: string;
  finishedAt: Date | null;
  /** Since when there is work to do; absent where there is none. */
  waitingSince?: Date;
  /** Who works on it, until when unless renewed. */
  worker: string | null;
  leaseUntil: Date | null;
}

export const importSchema = defineSchema<ImportDocument>({
  collection: 'postImports',
  fields: {
    state: { type: String, required: true },
    fileName: { type: String, required: true },
    fileKey: { type: String, required: true },
    fileKept: { type: Boolean, default: true },
    fileUntil: { type: Date },
    hash: { type: String, required: true },
    encoding: { type: String, required: true },
    bom: { type: Number, required: true },
    headings: { type: [String], required: true },
    columns: { type: [String], required: true },
    rows: { type: Number, default: 0 },
    processed: { type: Number, default: 0 },
    counts: { type: Object, required: true },
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

/** Rows that one step refused. Id: `{import}-{check or run}-{number}`; absent where there is none. */
export interface ImportChunkDocument extends SpaceDocument {
  importId: string;
  phase: 'check' | 'run';
  index: number;
  rows: PostImportRow[];
}

export const importChunkSchema = defineSchema<ImportChunkDocument>({
  collection: 'postImportChunks',
  fields: {
    importId: { type: String, required: true },
    phase: { type: String, enum: ['check', 'run'], required: true },
    index: { type: Number, required: true },
    rows: { type: [Object], required: true },
  },
  indexes: [
    {
      keys: { space: 1, importId: 1, phase: 1, index: 1 },
      serves: 'ImportChunkRepository.findFrom',
    },
  ],
});
