import { z } from 'zod';
import { id, instant } from '../primitive';
import { memberRef } from './member';
import { staffRef } from './staff';
import { taskStatus } from './task';

/** Hits are counted up to here; more than these are not paged through either. */
export const SEARCH_TOTAL_LIMIT = 1_000;

/**
 * searchPosts: newest talk first, 10 a page. Words are all needed, quotes make a phrase; each is
 * found anywhere in the memo, members' and staff's names, labels and file titles. Without `q` the
 * filters alone decide. `to` is exclusive.
 */
export const searchPostsQuery = z.strictObject({
  q: z.string().trim().max(200).default(''),
  page: z.coerce.number().int().min(1).max(1_000).default(1),
  staffId: id.optional().meta({ description: 'Who wrote it' }),
  memberId: id.optional(),
  labelId: id.optional(),
  taskStatus: taskStatus.optional(),
  kind: z.enum(['post', 'comment']).optional(),
  from: instant.optional(),
  to: instant.optional(),
});
export type SearchPostsQuery = z.infer<typeof searchPostsQuery>;

/** A place in a text in UTF-16 units, the end exclusive. */
export const textRange = z.object({ start: z.int().min(0), end: z.int().min(1) });

/** A post or comment that was found. */
export const searchHit = z
  .object({
    id: id.meta({ description: 'Of the comment where it is one, otherwise of the post' }),
    kind: z.enum(['post', 'comment']),
    postId: id,
    commentId: id.nullable(),
    owner: staffRef,
    members: z.array(memberRef),
    memo: z.string(),
    labelIds: z.array(id),
    attachmentTitles: z.array(z.string()),
    taskStatus: taskStatus.nullable(),
    talkedAt: instant,
    createdAt: instant,
    updatedAt: instant,
    highlights: z.array(textRange).meta({ description: 'Places in the memo' }),
  })
  .meta({ id: 'SearchHit' });
export type SearchHit = z.infer<typeof searchHit>;

export const searchPostsAnswer = z.object({
  posts: z.array(searchHit),
  total: z.int().min(0),
  totalIsExact: z.boolean().meta({ description: `False where counting stopped at its limit` }),
  totalPageCount: z.int().min(0),
});
export type SearchPostsAnswer = z.infer<typeof searchPostsAnswer>;
