import type { PostCsvColumn, PostImport, PostImportRow } from '@engawa/contracts';
import {
  defineImportChunkStore,
  defineImportStore,
  type FileImport,
  type FileImportChunk,
} from '@engawa/imports';

/** Rows per step and chunk. */
export const CHUNK_ROWS = 100;

/** An import of posts: its own fields beside the common ones. */
export interface ImportDocument extends FileImport {
  state: PostImport['state'];
  /** SHA-256 of the file: the same file yields the same posts. */
  hash: string;
  /** The column of each cell, empty for ignored ones. */
  columns: (PostCsvColumn | '')[];
  counts: PostImport['counts'];
}

export const importSchema = defineImportStore<ImportDocument>('postImports', {
  hash: { type: String, required: true },
});

/** Rejected rows of one step. */
export type ImportChunkDocument = FileImportChunk<PostImportRow>;

export const importChunkSchema = defineImportChunkStore<ImportChunkDocument>('postImportChunks');
