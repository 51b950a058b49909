import type { IntroductionInput, Solver } from '@engawa/contracts';
import { defineSchema } from '@engawa/persistence';
import { Schema } from 'mongoose';
import {
  DELETED_KEPT_SECONDS,
  type ContentDocument,
  contentFields,
} from '../content/content.schema';

/** The issue of a post (TML-11). */
export interface StoredIssue {
  openedAt: Date;
  closedAt: Date | null;
  solution: {
    kind: 'post' | 'comment' | 'task';
    postId: string;
    commentId: string | null;
    solvedBy: Solver;
    linkedBy: string;
    linkedAt: Date;
  } | null;
  /** The solution before it was deleted or undone; restored when that is reverted. */
  withdrawn?: { closedAt: Date; solution: NonNullable<StoredIssue['solution']> };
}

export interface PostDocument extends ContentDocument {
  memberIds: string[];
  /** Mentioned staff; absent in posts that were written before posts had mentions. */
  mentions?: string[];
  talkedAt: Date;
  /** Number of living comments; recounted after each change. */
  commentCount: number;
  /** The last two commenters, the latest first. */
  lastCommenterIds: string[];
  /** Incremented with every count, so that an older count never replaces a newer one. */
  commentTally: number;
  mustRead: boolean;
  confirmations: { staffId: string; confirmedAt: Date }[];
  issue: StoredIssue | null;
  /** State of `issue`, for its index; absent without one. */
  issueState?: 'open' | 'closed';
  /** Post that solved it, directly or in its comments, for its index. */
  solutionPostId?: string;
  introduction: IntroductionInput | null;
  /** Line of an import; null for posts written by staff. */
  importKey: string | null;
}

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

export const postSchema = defineSchema<PostDocument>({
  collection: 'posts',
  fields: {
    ...contentFields,
    memberIds: [String],
    mentions: { type: [String], default: undefined },
    talkedAt: { type: Date, required: true },
    commentCount: { type: Number, required: true },
    lastCommenterIds: [String],
    commentTally: { type: Number, required: true },
    mustRead: { type: Boolean, required: true },
    confirmations: [Schema.Types.Mixed],
    issue: { type: Schema.Types.Mixed, default: null },
    issueState: String,
    solutionPostId: String,
    introduction: { type: Schema.Types.Mixed, default: null },
    importKey: { type: String, default: null },
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
