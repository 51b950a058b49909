import { memberImport, type MemberImportRow, type MemberImportVerdict } from '@engawa/contracts';
import { defineImportChunkStore, defineImportStore, reversalFields } from '@engawa/imports';
import { textOf, unvalidated, type DocumentOf } from '@engawa/persistence';
import { z } from 'zod';
import type { ImportColumn } from '../csv/csv-heading.rules';

/** Rows per step and chunk. */
export const CHUNK_ROWS = 250;

/** An import of members: its options beside the common fields. */
export const importStore = defineImportStore('imports', {
  mode: memberImport.shape.mode,
  state: memberImport.shape.state,
  /** Empty for a column that is ignored. */
  columns: z.array(textOf<ImportColumn | ''>()),
  /** Run right after the check. */
  runAtOnce: z.boolean(),
  addDuplicates: z.boolean(),
  counts: unvalidated<Record<MemberImportVerdict, number>>(),
  ...reversalFields,
});

export type ImportDocument = DocumentOf<typeof importStore>;

/** A change of a row. */
type StoredChange = MemberImportRow['changes'][number] & {
  /** Of the previous value where `before` may be cut; absent in rows of 2.13.0. */
  beforeHash?: string;
};

/** A stored row with its verdict. */
export type StoredRow = Omit<MemberImportRow, 'changes'> & { changes: StoredChange[] };

/** Verdicts of the rows of one step. */
export const importChunkStore = defineImportChunkStore<StoredRow>('importChunks');
