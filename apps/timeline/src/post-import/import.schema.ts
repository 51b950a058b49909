import type { PostCsvColumn, PostImport, PostImportRow } from '@engawa/contracts';
import { defineImportStore, type FileImport } from '@engawa/imports';
import { defineSchema, type SpaceDocument } from '@engawa/persistence';

/** Rows of one step of the job, and of one chunk. */
export const CHUNK_ROWS = 100;

/** An import of posts: what it has beside what every import has. */
export interface ImportDocument extends FileImport {
  state: PostImport['state'];
  /** SHA-256 of the file: the same file again makes the same posts. */
  hash: string;
  /** The column of each cell, empty for those passed over. */
  columns: (PostCsvColumn | '')[];
  counts: PostImport['counts'];
}

export const importSchema = defineImportStore<ImportDocument>('postImports', {
  hash: { type: String, required: true },
  columns: { type: [String], required: true },
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
