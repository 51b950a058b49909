import {
  postImport,
  type PostCsvColumn,
  type PostImport,
  type PostImportRow,
} from '@engawa/contracts';
import { defineImportChunkStore, defineImportStore } from '@engawa/imports';
import { text, textOf, unvalidated, type DocumentOf } from '@engawa/persistence';
import { z } from 'zod';

/** Rows per chunk, and posts that are prepared and sent at once. */
export const CHUNK_ROWS = 100;
/** Rows per step: two chunks are written with one wait for the database, and one progress. */
export const STEP_ROWS = 2 * CHUNK_ROWS;

/** An import of posts: its own fields beside the common ones. */
export const importSchema = defineImportStore('postImports', {
  state: postImport.shape.state,
  /** SHA-256 of the file: the same file yields the same posts. */
  hash: text,
  /** The column of each cell, empty for ignored ones. */
  columns: z.array(textOf<PostCsvColumn | ''>()),
  counts: unvalidated<PostImport['counts']>(),
});

export type ImportDocument = DocumentOf<typeof importSchema>;

/** Rejected rows of one step. */
export const importChunkSchema = defineImportChunkStore<PostImportRow>('postImportChunks');
