import type { Mirror } from '@engawa/contracts';
import type { SpaceDocument } from '@engawa/persistence';
import { Schema, type SchemaDefinition } from 'mongoose';

/** A file as stored in a post or comment; its addresses are derived from its id. */
export interface StoredAttachment {
  id: string;
  fileType: string;
  size: number;
  title: string;
  /** SHA-256 of the content; the same file cannot be attached twice. */
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

/** Common fields of posts and comments. */
export interface ContentDocument extends SpaceDocument {
  ownerId: string;
  memo: string;
  labelIds: string[];
  /** Fields shared with the task; null until it first becomes one. */
  mirror: Mirror | null;
  attachments: StoredAttachment[];
  reactions: StoredReaction[];
  editedAt: Date | null;
  /** Earlier memos, newest first. */
  history: StoredHistory[];
  /** Version of the last content change; reactions and confirmations do not change it. */
  contentVersion: number;
  deleted: boolean;
  /** When it was deleted; the document is removed some days later. */
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

/** Retention of deleted posts and comments. */
export const DELETED_KEPT_SECONDS = 7 * 24 * 3_600;
