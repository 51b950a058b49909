import { z } from 'zod';
import { calendarDay } from './insight';
import { id, instant, line, version } from '../primitive';
import { memberRef } from './member';
import { staffRef } from './staff';
import { taskStatus } from './task';

/** Hits are counted and paged up to here. */
export const SEARCH_TOTAL_LIMIT = 1_000;

/** A label, or `none`. */
const labelChoice = id;

/** Issues that are open now, or were opened or solved within the range. */
export const issueChoices = ['open', 'opened', 'solved'] as const;
const issueChoice = z.enum(issueChoices);
export type IssueChoice = z.infer<typeof issueChoice>;

/**
 * searchPosts: newest talk first, 10 per page. All words are required, quotes make a phrase; each
 * may be in the memo, names of members and staff, labels and file titles. Without `q` only the
 * filters apply. `to` is exclusive. With `issue=opened` or `issue=solved` range and order use the
 * time when the issue was opened or solved, else that of the talk.
 */
export const searchPostsQuery = z.strictObject({
  q: z
    .string()
    .trim()
    .max(200)
    .default('')
    .meta({ description: 'Words to find; all of them are needed, quotes make a phrase' }),
  page: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(1)
    .meta({ description: 'Number of the page, from 1' }),
  staffId: id.optional().meta({ description: 'Only what this staff member wrote' }),
  memberId: id.optional(),
  otherMemberId: id
    .optional()
    .meta({ description: 'Only what names this member beside `memberId`' }),
  labelId: labelChoice
    .optional()
    .meta({ description: 'Only what carries this label; `none`: without any label' }),
  issue: issueChoice.optional().meta({
    description:
      '`open`: issues without a solution; `opened`, `solved`: issues opened or solved within the range',
  }),
  taskStatus: taskStatus
    .optional()
    .meta({ description: 'Only posts and comments whose task has this status' }),
  kind: z.enum(['post', 'comment']).optional().meta({ description: 'Only posts or only comments' }),
  from: instant.optional().meta({
    description: 'Only talks at or after this instant; with `issue` when it was opened or solved',
  }),
  to: instant.optional().meta({ description: 'Only talks before this instant' }),
});
export type SearchPostsQuery = z.infer<typeof searchPostsQuery>;

/** A range of a text in UTF-16 units, end exclusive. */
export const textRange = z.object({ start: z.int().min(0), end: z.int().min(1) });

/** A name or title beside the memo in which words were found. */
const foundText = z.object({
  field: z.enum(['ownerName', 'memberName', 'memberKana', 'company', 'attachmentTitle']),
  id: id.nullable().meta({ description: 'Of the staff member or member; null for titles' }),
  text: z.string(),
  highlights: z.array(textRange).min(1).meta({ description: 'Places in the text' }),
});
export type FoundText = z.infer<typeof foundText>;

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
    found: z
      .array(foundText)
      .meta({ description: 'Names, companies and file titles in which words were found' }),
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

/** Criteria of a saved search; absent or null means any. Both days are inclusive. */
export const savedSearchCriteria = z.strictObject({
  q: z.string().trim().max(200).default(''),
  kind: z.enum(['post', 'comment']).nullable().default(null),
  staffId: id.nullable().default(null),
  memberId: id.nullable().default(null),
  otherMemberId: id.nullable().default(null),
  labelId: labelChoice.nullable().default(null),
  taskStatus: taskStatus.nullable().default(null),
  issue: issueChoice.nullable().default(null),
  from: calendarDay.nullable().default(null),
  until: calendarDay.nullable().default(null),
});
export type SavedSearchCriteria = z.infer<typeof savedSearchCriteria>;

/** A saved search of one staff member; its name is unique for them (SRC-2). */
export const savedSearch = z
  .object({
    id,
    version,
    displayName: z.string(),
    criteria: savedSearchCriteria,
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'SavedSearch' });
export type SavedSearch = z.infer<typeof savedSearch>;

/** Most saved searches of one staff member. */
export const SAVED_SEARCH_LIMIT = 50;
const savedSearchName = line(50).min(1);
export const createSavedSearchInput = z.strictObject({
  displayName: savedSearchName,
  criteria: savedSearchCriteria,
});
export type CreateSavedSearchInput = z.infer<typeof createSavedSearchInput>;
export const updateSavedSearchInput = z.strictObject({
  displayName: savedSearchName.optional(),
  criteria: savedSearchCriteria.optional(),
});
export type UpdateSavedSearchInput = z.infer<typeof updateSavedSearchInput>;
export const listSavedSearchesAnswer = z.object({ items: z.array(savedSearch) });

/** Progress of rebuilding the space's index from the timeline (SRC-3). */
export const searchRebuild = z
  .object({
    state: z.enum(['never', 'running', 'done']),
    checked: z.int().min(0).meta({ description: 'Posts and comments gone through' }),
    startedAt: instant.nullable(),
    finishedAt: instant.nullable(),
  })
  .meta({ id: 'SearchRebuild' });
export type SearchRebuild = z.infer<typeof searchRebuild>;
