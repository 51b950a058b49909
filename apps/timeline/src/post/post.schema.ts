import { type IntroductionInput, type Solver } from '@engawa/contracts';
import {
  defineStore,
  type DocumentOf,
  listOf,
  unvalidated,
  orNull,
  nested,
} from '@engawa/persistence';
import { contentFields, DELETED_KEPT_SECONDS } from '../content/content.schema';
import { z } from 'zod';

const storedSolution = nested({
  kind: z.enum(['post', 'comment', 'task']),
  postId: z.string(),
  commentId: z.string().nullable(),
  solvedBy: unvalidated<Solver>(),
  linkedBy: z.string(),
  linkedAt: z.date(),
});

/** The issue of a post (TML-11). */
const storedIssue = nested({
  openedAt: z.date(),
  closedAt: z.date().nullable(),
  solution: storedSolution.nullable(),
  /** The solution before it was deleted or undone; restored when that is reverted. */
  withdrawn: nested({ closedAt: z.date(), solution: storedSolution }).optional(),
});
export type StoredIssue = z.infer<typeof storedIssue>;

const page = { talkedAt: -1, id: -1 } as const;

/** Indexes of feed pages. */
export const feedIndexes = {
  all: 'feed',
  owner: 'feed_owner',
  member: 'feed_member',
  label: 'feed_label',
  issue: 'feed_issue',
  unanswered: 'feed_unanswered',
  task: 'feed_task',
  mustRead: 'feed_must_read',
} as const;

export const postSchema = defineStore({
  collection: 'posts',
  shape: {
    ...contentFields,
    memberIds: listOf(z.string()),
    /** Mentioned staff; absent in posts that were written before posts had mentions. */
    mentions: z.array(z.string()).optional(),
    talkedAt: z.date(),
    /** Number of living comments; recounted after each change. */
    commentCount: z.number(),
    /** The last two commenters, the latest first. */
    lastCommenterIds: listOf(z.string()),
    /** Incremented with every count, so that an older count never replaces a newer one. */
    commentTally: z.number(),
    mustRead: z.boolean(),
    confirmations: listOf(
      nested({
        staffId: z.string(),
        confirmedAt: z.date(),
      }),
    ),
    /** When staff were last reminded to confirm it; absent if never. */
    remindedAt: z.date().optional(),
    issue: orNull(storedIssue),
    /** State of `issue`, for its index; absent without one. */
    issueState: z.enum(['open', 'closed']).optional(),
    /** Post that solved it, directly or in its comments, for its index. */
    solutionPostId: z.string().optional(),
    introduction: orNull(unvalidated<IntroductionInput>()),
    /** Line of an import; null for posts written by staff. */
    importKey: orNull(z.string()),
  },
  unversioned: { marks: ['commentTally'], internal: [] },
  indexes: [
    {
      name: feedIndexes.all,
      keys: { space: 1, deleted: 1, ...page },
      serves: 'findFeedPage, findFeedRevision, exportPage',
    },
    {
      name: feedIndexes.owner,
      keys: { space: 1, deleted: 1, ownerId: 1, ...page },
      serves: 'findFeedPage of a staff member',
    },
    {
      name: feedIndexes.member,
      keys: { space: 1, deleted: 1, memberIds: 1, ...page },
      serves: 'findFeedPage of a member',
    },
    {
      name: feedIndexes.label,
      keys: { space: 1, deleted: 1, labelIds: 1, ...page },
      serves: 'findFeedPage of a label, findPageWithLabel, findWithLabel',
    },
    {
      name: feedIndexes.issue,
      keys: { space: 1, deleted: 1, issueState: 1, ...page },
      serves: 'findFeedPage of open or closed issues',
      partial: { issueState: { $exists: true } },
    },
    {
      name: feedIndexes.unanswered,
      keys: { space: 1, deleted: 1, commentCount: 1, ...page },
      serves: 'findFeedPage of posts without comments',
      partial: { commentCount: 0 },
    },
    {
      name: feedIndexes.task,
      keys: { space: 1, deleted: 1, 'mirror.present.value': 1, ...page },
      serves: 'findFeedPage of posts that are tasks',
      partial: { 'mirror.present.value': true },
    },
    {
      name: feedIndexes.mustRead,
      keys: { space: 1, deleted: 1, mustRead: 1, ...page },
      serves: 'findFeedPage of must-read posts',
      partial: { mustRead: true },
    },
    {
      name: 'solution',
      keys: { space: 1, solutionPostId: 1 },
      serves: 'findSolvedBy',
      partial: { solutionPostId: { $exists: true } },
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

export type PostDocument = DocumentOf<typeof postSchema>;
