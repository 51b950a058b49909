import { defineStore, type DocumentOf, text, listOf } from '@engawa/persistence';
import { contentFields, DELETED_KEPT_SECONDS } from '../content/content.schema';
import { z } from 'zod';

export const commentSchema = defineStore({
  collection: 'comments',
  shape: {
    ...contentFields,
    postId: text,
    postOwnerId: text,
    /** Mentioned staff. */
    mentions: listOf(z.string()),
    /** Deleted with its post; restored with it. */
    deletedWithPost: z.boolean(),
  },
  indexes: [
    {
      name: 'thread',
      keys: { space: 1, postId: 1, deleted: 1, createdAt: 1, id: 1, ownerId: 1 },
      serves: 'findThreadPage, countOfPost, findLastOfPost, findAllOfPost',
    },
    {
      name: 'left',
      keys: { deletedAt: 1 },
      serves: 'the end of what was deleted',
      expireAfterSeconds: DELETED_KEPT_SECONDS,
      sparse: true,
    },
  ],
});

export type CommentDocument = DocumentOf<typeof commentSchema>;
