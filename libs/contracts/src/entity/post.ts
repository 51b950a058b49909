import { z } from 'zod';
import { AROUND_SIZE, cursor, id, idList, instant, PAGE_SIZE, pageOf, version } from '../primitive';
import { attachment } from './attachment';
import { bulkInput } from './bulk';
import { introduction } from './introduction';
import { issue } from './issue';
import { memberRef } from './member';
import { newPostContent, postContent } from './post-content';
import { reactionEntry } from './reaction';
import { staffRef } from './staff';
import { taskObject, taskObjectChange } from './task';

/** A post of the timeline (TML-1). */
export const post = z
  .object({
    id,
    version,
    ownerId: id,
    owner: staffRef,
    memo: z.string(),
    members: z.array(memberRef),
    mentions: z.array(staffRef).meta({ description: 'Staff whom the memo mentions (TML-2)' }),
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
    mustRead: z.boolean().meta({ description: 'Asks every staff member for a confirmation' }),
    confirmations: z
      .array(z.object({ staffId: id, confirmedAt: instant }))
      .meta({ description: 'Who confirmed a must-read post' }),
    issue: issue.nullable().meta({ description: 'Null without an issue label' }),
    introduction: introduction.nullable(),
  })
  .meta({ id: 'Post' });
export type Post = z.infer<typeof post>;

/**
 * How far in the future a talk time may be, in ms: a day, for wrong clocks and time zones. A later
 * one would stay at the top of every timeline.
 */
export const TALK_MAX_AHEAD_MS = 86_400_000;

/**
 * createPost. A post needs a memo or a file (TML-1). `talkedAt` defaults to now and is at most a
 * day ahead.
 */
export const createPostInput = z.strictObject({
  ...newPostContent,
  talkedAt: postContent.talkedAt.optional(),
  draftId: id.optional().meta({ description: 'Draft that this request publishes; the draft ends' }),
});
export type CreatePostInput = z.infer<typeof createPostInput>;

/** An entry of createPosts: a talk as an import writes it, of which nobody is notified. */
export const createPostsEntry = createPostInput
  .omit({ attachmentIds: true, draftId: true, mustRead: true, task: true })
  .meta({ id: 'CreatePostsEntry' });
export type CreatePostsEntry = z.infer<typeof createPostsEntry>;
/** createPosts: each is created or refused on its own. */
export const createPostsInput = bulkInput(createPostsEntry);
export type CreatePostsInput = z.infer<typeof createPostsInput>;

/** updatePost: given fields change; `task: null` undoes the task (TML-8). */
export const updatePostInput = z
  .strictObject({ ...postContent, task: taskObjectChange.nullable() })
  .partial();
export type UpdatePostInput = z.infer<typeof updatePostInput>;

/**
 * listPosts, newest talk first. Without a position: the newest page. `cursor` continues to older or
 * newer posts; `around` gives 5 posts on each side of a post, including it; `ids` reads just these
 * (unknown ones are omitted). `from` and `to` bound talkedAt, `to` is exclusive; `order=oldest`
 * starts at the oldest. Filters combine with AND.
 */
export const listPostsQuery = z.strictObject({
  cursor: cursor.optional(),
  around: id
    .optional()
    .meta({ description: `The ${AROUND_SIZE} posts on each side of this one, with it` }),
  ids: idList
    .optional()
    .meta({ description: 'Exactly these posts, separated by commas; unknown ids are left out' }),
  ownerId: id.optional().meta({ description: 'Only what this staff member wrote' }),
  memberId: id.optional(),
  labelId: id.optional(),
  from: instant.optional().meta({ description: 'Only talks at or after this instant' }),
  to: instant.optional().meta({ description: 'Only talks before this instant' }),
  issue: z
    .enum(['open', 'closed'])
    .optional()
    .meta({ description: 'Only open or only closed issues' }),
  unanswered: z.literal('true').optional().meta({ description: 'Only posts without comments' }),
  hasTask: z.literal('true').optional().meta({ description: 'Only posts that are tasks' }),
  mustRead: z.literal('true').optional().meta({ description: 'Only must-read posts' }),
  view: id.optional().meta({ description: 'A saved view; other parameters take precedence' }),
  order: z
    .enum(['newest', 'oldest'])
    .default('newest')
    .meta({ description: '`newest` or `oldest` talk first' }),
  limit: z.coerce.number().int().min(1).max(50).default(PAGE_SIZE),
});
export type ListPostsQuery = z.infer<typeof listPostsQuery>;
export const listPostsAnswer = pageOf(post);

/** Earlier memos of a post or comment, newest first; limited (TML-1). */
export const historyEntry = z
  .object({
    memo: z.string(),
    editedBy: id,
    editedAt: instant.meta({ description: 'When it was replaced' }),
  })
  .meta({ id: 'HistoryEntry' });
export const listHistoryAnswer = z.object({ items: z.array(historyEntry) });

/** Most posts pinned in a space. */
export const PIN_LIMIT = 5;
export const listPinsAnswer = z.object({ items: z.array(post) });
