import type { Mirror } from '@engawa/contracts';
import { listOf, orNull, text, unvalidated, type SpaceDocument, nested } from '@engawa/persistence';
import { z } from 'zod';

/** A file as stored in a post or comment; its addresses are derived from its id. */
export const storedAttachment = nested({
  id: z.string(),
  fileType: z.string(),
  size: z.number(),
  title: z.string(),
  /** SHA-256 of the content; the same file cannot be attached twice. */
  hash: z.string(),
  hasThumb: z.boolean(),
  width: z.number().nullable(),
  height: z.number().nullable(),
});
export type StoredAttachment = z.infer<typeof storedAttachment>;

const storedReaction = nested({
  reactionId: z.string(),
  reactedBy: z.string(),
  reactedAt: z.date(),
});
export type StoredReaction = z.infer<typeof storedReaction>;

const storedHistory = nested({
  memo: z.string(),
  editedBy: z.string(),
  editedAt: z.date(),
});
export type StoredHistory = z.infer<typeof storedHistory>;

/** Common fields of posts and comments. */
export const contentFields = {
  ownerId: text,
  memo: z.string().default(''),
  labelIds: listOf(z.string()),
  /** Fields shared with the task; null until it first becomes one. */
  mirror: orNull(unvalidated<Mirror>()),
  attachments: listOf(storedAttachment),
  reactions: listOf(storedReaction),
  editedAt: orNull(z.date()),
  /** Earlier memos, newest first. */
  history: listOf(storedHistory),
  /** Version of the last content change; reactions and confirmations do not change it. */
  contentVersion: z.number(),
  deleted: z.boolean(),
  /** When it was deleted; the document is removed some days later. */
  deletedAt: z.date().optional(),
};

/** A post or comment. */
export type ContentDocument = z.output<z.ZodObject<typeof contentFields>> & SpaceDocument;

/** Retention of deleted posts and comments. */
export const DELETED_KEPT_SECONDS = 7 * 24 * 3_600;
