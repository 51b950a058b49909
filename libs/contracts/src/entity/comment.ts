import { z } from 'zod';
import { cursor, id, instant, memo, pageOf, version } from '../primitive';
import { attachment, attachmentIds } from './attachment';
import { reactionEntry } from './reaction';
import { staffRef } from './staff';
import { taskObject, taskObjectChange, taskObjectInput } from './task';

const labelIds = z.array(id).max(20);

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
  memo: memo.default(''),
  mentions: z.array(id).max(50).default([]),
  labelIds: labelIds.default([]),
  task: taskObjectInput.nullable().default(null),
  attachmentIds: attachmentIds.default([]),
  draftId: id.optional().meta({ description: 'Draft that this request publishes; the draft ends' }),
});
export type CreateCommentInput = z.infer<typeof createCommentInput>;

export const updateCommentInput = z.strictObject({
  memo: memo.optional(),
  mentions: z.array(id).max(50).optional(),
  labelIds: labelIds.optional(),
  task: taskObjectChange.nullable().optional(),
  attachmentIds: attachmentIds.optional(),
});
export type UpdateCommentInput = z.infer<typeof updateCommentInput>;

/** listComments, oldest first. */
export const listCommentsQuery = z.strictObject({
  cursor: cursor.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(100),
});
export type ListCommentsQuery = z.infer<typeof listCommentsQuery>;
export const listCommentsAnswer = pageOf(comment);
