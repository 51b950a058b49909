import { z } from 'zod';
import {
  AROUND_SIZE,
  cursor,
  id,
  idList,
  instant,
  LABEL_DEFAULT_ORDER,
  MEMO_MAX_LENGTH,
  PAGE_SIZE,
  pageOf,
  version,
} from '../primitive';
import { memberRef } from './member';
import { staffRef } from './staff';
import { taskObject, taskObjectInput } from './task';

/** A file of a post or comment (TML-6). */
export const attachment = z
  .object({
    id,
    fileType: z.string().meta({ description: 'Media type found in the content' }),
    size: z.int().min(0).meta({ description: 'Bytes' }),
    title: z.string(),
    url: z.string(),
    thumbUrl: z.string().nullable(),
    width: z.int().nullable(),
    height: z.int().nullable(),
  })
  .meta({ id: 'Attachment' });
export type Attachment = z.infer<typeof attachment>;

/** One staff's pictogram on a post or comment. */
export const reactionEntry = z
  .object({ reactionId: id, reactedBy: id, reactedAt: instant })
  .meta({ id: 'ReactionEntry' });
export type ReactionEntry = z.infer<typeof reactionEntry>;

const memo = z.string().max(MEMO_MAX_LENGTH);
const labelIds = z.array(id).max(20);

/** A post of the timeline (TML-1). */
export const post = z
  .object({
    id,
    version,
    ownerId: id,
    owner: staffRef,
    memo: z.string(),
    members: z.array(memberRef),
    labelIds: z.array(id),
    task: taskObject.nullable(),
    attachments: z.array(attachment),
    photoUrl: z.string().nullable(),
    reactions: z.array(reactionEntry),
    talkedAt: instant.meta({ description: 'When the talk was (source: timestamp)' }),
    createdAt: instant,
    updatedAt: instant,
    editedAt: instant.nullable().meta({ description: 'Last edit by a person; null if never' }),
    commentCount: z.int().min(0),
    lastCommenters: z.array(staffRef).max(2),
  })
  .meta({ id: 'Post' });
export type Post = z.infer<typeof post>;

/** A comment: like a post, without members of its own, with mentions (TML-2). */
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

/**
 * createPost. A post needs a memo, or a file or image (TML-1); the memo may be empty only with
 * attachments. `talkedAt` defaults to now.
 */
export const createPostInput = z.strictObject({
  memo: memo.default(''),
  memberIds: z.array(id).max(50).default([]),
  labelIds: labelIds.default([]),
  talkedAt: instant.optional(),
  task: taskObjectInput.nullable().default(null),
});
export type CreatePostInput = z.infer<typeof createPostInput>;

/** updatePost: only what is given changes; `task: null` turns the task back (TML-8). */
export const updatePostInput = z.strictObject({
  memo: memo.optional(),
  memberIds: z.array(id).max(50).optional(),
  labelIds: labelIds.optional(),
  talkedAt: instant.optional(),
  task: taskObjectInput.partial().nullable().optional(),
});
export type UpdatePostInput = z.infer<typeof updatePostInput>;

/**
 * listPosts, newest talk first. Without a position: the newest page. `cursor` goes on to older or
 * newer ones by what it was given as; `around` gives 5 posts on each side of a post, with it;
 * `ids` reads just those (unknown ones are left out). `from` and `to` bound talkedAt, `to` is
 * exclusive; `order=oldest` starts at the oldest.
 */
export const listPostsQuery = z.strictObject({
  cursor: cursor.optional(),
  around: id.optional().meta({ description: `${AROUND_SIZE} posts each side of this one` }),
  ids: idList.optional(),
  ownerId: id.optional(),
  memberId: id.optional(),
  labelId: id.optional(),
  from: instant.optional(),
  to: instant.optional(),
  limit: z.coerce.number().int().min(1).max(50).default(PAGE_SIZE),
});
export type ListPostsQuery = z.infer<typeof listPostsQuery>;
export const listPostsAnswer = pageOf(post);

export const createCommentInput = z.strictObject({
  memo: memo.default(''),
  mentions: z.array(id).max(50).default([]),
  labelIds: labelIds.default([]),
  task: taskObjectInput.nullable().default(null),
});
export type CreateCommentInput = z.infer<typeof createCommentInput>;

export const updateCommentInput = z.strictObject({
  memo: memo.optional(),
  mentions: z.array(id).max(50).optional(),
  labelIds: labelIds.optional(),
  task: taskObjectInput.partial().nullable().optional(),
});
export type UpdateCommentInput = z.infer<typeof updateCommentInput>;

/** listComments, oldest first. */
export const listCommentsQuery = z.strictObject({
  cursor: cursor.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(100),
});
export type ListCommentsQuery = z.infer<typeof listCommentsQuery>;
export const listCommentsAnswer = pageOf(comment);

/** toggleReaction: the same pictogram by the same staff is taken away, otherwise added (TML-4). */
export const toggleReactionInput = z.strictObject({ reactionId: id });
export type ToggleReactionInput = z.infer<typeof toggleReactionInput>;
export const toggleReactionAnswer = z.object({
  reacted: z.boolean(),
  reactions: z.array(reactionEntry),
  version,
});

/** A label of the space (TML-5). Default labels are named by the reader's language. */
export const label = z
  .object({
    id,
    version,
    name: z.string(),
    color: z.string().meta({ description: 'One of the twelve muted label colours' }),
    order: z.int().default(LABEL_DEFAULT_ORDER),
    isIssue: z.boolean(),
    isDefault: z.boolean(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Label' });
export type Label = z.infer<typeof label>;
export const listLabelsAnswer = z.object({ items: z.array(label) });

/** A pictogram of the space (TML-4). */
export const reaction = z
  .object({
    id,
    version,
    emoji: z.string(),
    name: z.string(),
    order: z.int(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Reaction' });
export type Reaction = z.infer<typeof reaction>;
export const listReactionsAnswer = z.object({ items: z.array(reaction) });
