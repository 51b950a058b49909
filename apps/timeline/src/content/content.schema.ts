import type { Mirror } from '@engawa/contracts';
import type { SpaceDocument } from '@engawa/persistence';
import { Schema, type SchemaDefinition } from 'mongoose';

/** A file of a post or comment as it is kept in it; its addresses follow from its id. */
export interface StoredAttachment {
  id: string;
  fileType: string;
  size: number;
  title: string;
  /** SHA-256 of the content; the same file is not attached twice. */
  hash: string;
  hasThumb: boolean;
  width: number | null;
  height: number | null;
}

export interface StoredReaction {
  reactionId: string;
  reactedBy: string;
  reactedAt: Date;
}

export interface StoredHistory {
  memo: string;
  editedBy: string;
  editedAt: Date;
}

/** What posts and comments have in common. */
export interface ContentDocument extends SpaceDocument {
  ownerId: string;
  memo: string;
  labelIds: string[];
  /** Copy of what is shared with the task; null until it first becomes one. */
  mirror: Mirror | null;
  attachments: StoredAttachment[];
  reactions: StoredReaction[];
  editedAt: Date | null;
  /** Earlier memos, newest first. */
  history: StoredHistory[];
  /** Version at the last change of content; reactions and confirmations do not make it stale. */
  contentVersion: number;
  deleted: boolean;
  /** Only of deleted ones, which leave for good some days after this. */
  deletedAt?: Date;
}

/** Mongoose fields of `ContentDocument`. */
export const contentFields: SchemaDefinition = {
  ownerId: { type: String, required: true },
  memo: { type: String, default: '' },
  labelIds: [String],
  mirror: { type: Schema.Types.Mixed, default: null },
  attachments: [Schema.Types.Mixed],
  reactions: [Schema.Types.Mixed],
  editedAt: { type: Date, default: null },
  history: [Schema.Types.Mixed],
  contentVersion: { type: Number, required: true },
  deleted: { type: Boolean, required: true },
  deletedAt: Date,
};

/** How long deleted posts and comments are kept, in seconds. */
export const DELETED_KEPT_SECONDS = 7 * 24 * 3_600;
