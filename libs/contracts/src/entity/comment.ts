import { z } from 'zod';
import { cursor, id, instant, pageOf, version } from '../primitive';
import { attachment } from './attachment';
import { commentContent, newCommentContent } from './post-content';
import { reactionEntry } from './reaction';
import { staffRef } from './staff';
import { taskObject, taskObjectChange } from './task';

/** A comment: like a post, without members of its own (TML-2). */
export const comment = z
  .object({
    id,
    postId: id,
    version,
    ownerId: id,
    owner: staffRef,
    memo: z.string(),
    mentions: z.array(staffRef),
    labelIds: z.array(id),
    task: taskObject.nullable(),
    attachments: z.array(attachment),
    photoUrl: z.string().nullable(),
    reactions: z.array(reactionEntry),
    createdAt: instant,
    updatedAt: instant,
    editedAt: instant.nullable(),
  })
  .meta({ id: 'Comment' });
export type Comment = z.infer<typeof comment>;

export const createCommentInput = z.strictObject({
  ...newCommentContent,
  draftId: id.optional().meta({ description: 'Draft that this request publishes; the draft ends' }),
});
export type CreateCommentInput = z.infer<typeof createCommentInput>;

export const updateCommentInput = z
  .strictObject({ ...commentContent, task: taskObjectChange.nullable() })
  .partial();
export type UpdateCommentInput = z.infer<typeof updateCommentInput>;

/** listComments, oldest first. */
export const listCommentsQuery = z.strictObject({
  cursor: cursor.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(100),
});
export type ListCommentsQuery = z.infer<typeof listCommentsQuery>;
export const listCommentsAnswer = pageOf(comment);
