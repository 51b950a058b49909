import type { PostCsvColumn, PostImport, PostImportRow } from '@engawa/contracts';
import {
  defineImportChunkStore,
  defineImportStore,
  type FileImport,
  type FileImportChunk,
} from '@engawa/imports';

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

/** Rows that one step refused. */
export type ImportChunkDocument = FileImportChunk<PostImportRow>;

export const importChunkSchema = defineImportChunkStore<ImportChunkDocument>('postImportChunks');
