import { defineSchema } from '@engawa/persistence';
import {
  DELETED_KEPT_SECONDS,
  type ContentDocument,
  contentFields,
} from '../content/content.schema';

export interface CommentDocument extends ContentDocument {
  postId: string;
  postOwnerId: string;
  /** Mentioned staff. */
  mentions: string[];
  /** Deleted with its post; restored with it. */
  deletedWithPost: boolean;
}

export const commentSchema = defineSchema<CommentDocument>({
  collection: 'comments',
  fields: {
    ...contentFields,
    postId: { type: String, required: true },
    postOwnerId: { type: String, required: true },
    mentions: [String],
    deletedWithPost: { type: Boolean, required: true },
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
