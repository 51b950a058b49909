import { defineStore, type DocumentOf, text, orNull, workIndexes } from '@engawa/persistence';
import { z } from 'zod';

/** An uploaded file; loose until a post, comment or draft uses it. */
export const attachmentSchema = defineStore({
  collection: 'attachments',
  shape: {
    ownerId: text,
    title: text,
    fileType: text,
    size: z.number(),
    hash: text,
    width: orNull(z.number()),
    height: orNull(z.number()),
    /** Key in the file store. */
    key: text,
    thumbKey: orNull(z.string()),
    /** Keys from before it was moved, until the copies there are removed. */
    formerKeys: z.array(z.string()).optional(),
    /** Post that has it; null while it is loose. */
    postId: orNull(z.string()),
    commentId: orNull(z.string()),
    /** Draft that named it last; it is deleted with that draft. */
    draftId: orNull(z.string()),
    /** Whether it is stored under the path of its post or comment. */
    settled: z.boolean(),
    /**
     * When it is deleted; during an attempt, when its lease ends. Only for files that are no longer
     * shown. A loose file with it is being deleted; nothing can use it.
     */
    expiresAt: z.date().optional(),
  },
  indexes: [
    {
      name: 'thread',
      keys: { space: 1, postId: 1, commentId: 1, id: 1 },
      serves: 'findOfThread',
    },
    {
      name: 'owner_loose',
      keys: { space: 1, ownerId: 1, postId: 1, draftId: 1, createdAt: 1 },
      serves: 'findOfDraft',
    },
    {
      name: 'loose',
      keys: { updatedAt: 1 },
      partial: { postId: null },
      serves: 'findUnclaimed (system scope: all spaces)',
    },
    ...workIndexes(undefined, 'expiresAt'),
  ],
});

export type AttachmentDocument = DocumentOf<typeof attachmentSchema>;
