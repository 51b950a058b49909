import type { PostImportRefusal } from '@engawa/contracts';
import { defineSchema, type SpaceDocument } from '@engawa/persistence';
import { Schema } from 'mongoose';

/** An import of posts and how far it is. */
export interface ImportDocument extends SpaceDocument {
  state: 'running' | 'done' | 'failed';
  fileName: string;
  startedBy: string;
  /** Where the file lies until the import is over. */
  key: string;
  /** SHA-256 of the file: the same file again makes the same posts. */
  hash: string;
  rows: number;
  processed: number;
  added: number;
  unchanged: number;
  refused: number;
  refusals: PostImportRefusal[];
  worker: string | null;
  leaseUntil: Date | null;
  finishedAt: Date | null;
  /** Only while there is work to do, for the search of all spaces. */
  waitingSince?: Date;
}

export const importSchema = defineSchema<ImportDocument>({
  collection: 'postImports',
  fields: {
    state: { type: String, required: true },
    fileName: { type: String, required: true },
    startedBy: { type: String, required: true },
    key: { type: String, required: true },
    hash: { type: String, required: true },
    rows: { type: Number, required: true },
    processed: { type: Number, required: true },
    added: { type: Number, required: true },
    unchanged: { type: Number, required: true },
    refused: { type: Number, required: true },
    refusals: [Schema.Types.Mixed],
    worker: { type: String, default: null },
    leaseUntil: { type: Date, default: null },
    finishedAt: { type: Date, default: null },
    waitingSince: Date,
  },
  indexes: [
    { name: 'last', keys: { space: 1, createdAt: -1, id: -1 }, serves: 'findLast' },
    { name: 'waiting', keys: { waitingSince: 1 }, sparse: true, serves: 'findWaiting' },
  ],
});
