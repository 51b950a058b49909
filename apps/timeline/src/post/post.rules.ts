import { TALK_MAX_AHEAD_MS, type CreatePostInput, type UpdatePostInput } from '@engawa/contracts';
import type { NewDocument } from '@engawa/persistence';
import { isEmpty, nextHistory, nextMirror, sameList, unique } from '../content/content.rules';
import type { StoredAttachment } from '../content/content.schema';
import type { PostDocument, StoredIssue } from './post.schema';

/** Fields set by a decision; undefined ones are unset. */
export type PostFields = Partial<
  Omit<PostDocument, 'id' | 'space' | 'version' | 'createdAt' | 'updatedAt'>
>;

/** Whether a label is an issue label. */
export type IsIssue = (labelId: string) => boolean;

/** Whether an edit changes only the task, which anybody may change (TSK-4). */
export function touchesOnlyTask(input: UpdatePostInput): boolean {
  return Object.entries(input).every(([key, value]) => key === 'task' || value === undefined);
}

/** Whether a talk time is too far ahead of `now` (TML-1). */
export function isTalkAhead(talkedAt: Date, now: Date): boolean {
  return talkedAt.getTime() - now.getTime() > TALK_MAX_AHEAD_MS;
}

/**
 * The issue after a change of labels: opens with the first issue label, at the talk time, and is
 * removed with the last; an existing solution stays (TML-11).
 */
export function nextIssue(
  issue: StoredIssue | null,
  labelIds: readonly string[],
  isIssue: IsIssue,
  talkedAt: Date,
): StoredIssue | null {
  if (!labelIds.some(isIssue)) return null;
  if (!issue) return { openedAt: talkedAt, closedAt: null, solution: null };
  return issue.openedAt.getTime() === talkedAt.getTime() ? issue : { ...issue, openedAt: talkedAt };
}

/** Fields derived from the issue, for its index. */
export function issueFields(
  issue: StoredIssue | null,
): Pick<PostDocument, 'issue' | 'issueState' | 'solutionPostId'> {
  return {
    issue,
    issueState: issue ? (issue.closedAt ? 'closed' : 'open') : undefined,
    solutionPostId: (issue?.solution ?? issue?.withdrawn?.solution)?.postId,
  };
}

/** The changed fields of a post with other labels. */
export function withLabels(
  post: PostDocument,
  labelIds: string[],
  isIssue: IsIssue,
  at: Date,
): PostFields {
  const mirror = nextMirror(post.mirror, { labelIds }, post.labelIds, at);
  const issue = nextIssue(post.issue, labelIds, isIssue, post.talkedAt);
  return { labelIds, mirror, ...issueFields(issue) };
}

/** A new post, without files. */
export function newPost(
  id: string,
  ownerId: string,
  input: CreatePostInput,
  isIssue: IsIssue,
  createdAt: Date,
): NewDocument<PostDocument> & { createdAt: Date } {
  const labelIds = unique(input.labelIds);
  const talkedAt = input.talkedAt === undefined ? createdAt : new Date(input.talkedAt);
  const issue = issueFields(nextIssue(null, labelIds, isIssue, talkedAt));
  return {
    id,
    createdAt,
    ownerId,
    memo: input.memo,
    labelIds,
    memberIds: unique(input.memberIds),
    mentions: unique(input.mentions),
    talkedAt,
    mirror: nextMirror(null, { task: input.task }, labelIds, createdAt),
    attachments: [],
    reactions: [],
    editedAt: null,
    history: [],
    contentVersion: 1,
    deleted: false,
    commentCount: 0,
    lastCommenterIds: [],
    commentTally: 0,
    mustRead: input.mustRead,
    confirmations: [],
    introduction: input.introduction,
    importKey: null,
    ...(issue.issueState ? { issueState: issue.issueState } : {}),
    issue: issue.issue,
  };
}

/**
 * The changed fields of an edit; null when nothing differs. Sets 'edited' for changes of text,
 * members and time, not of labels or the task.
 */
export function editPost(
  post: PostDocument,
  input: UpdatePostInput,
  context: {
    editor: string;
    at: Date;
    isIssue: IsIssue;
    /** The files of `attachmentIds`, in order. */
    attachments: StoredAttachment[] | undefined;
  },
): PostFields | 'empty' | 'ahead' | null {
  const { editor, at, isIssue } = context;
  const fields: PostFields = {};
  const labelIds = input.labelIds && unique(input.labelIds);
  const memberIds = input.memberIds && unique(input.memberIds);
  const mentions = input.mentions && unique(input.mentions);
  const talkedAt = input.talkedAt === undefined ? post.talkedAt : new Date(input.talkedAt);

  if (input.memo !== undefined && input.memo !== post.memo) {
    fields.memo = input.memo;
    fields.history = nextHistory(post, input.memo, editor, at);
  }
  if (memberIds && !sameList(memberIds, post.memberIds)) fields.memberIds = memberIds;
  if (talkedAt.getTime() !== post.talkedAt.getTime()) {
    if (isTalkAhead(talkedAt, at)) return 'ahead';
    fields.talkedAt = talkedAt;
  }
  if (context.attachments && !sameFiles(context.attachments, post.attachments)) {
    fields.attachments = context.attachments;
  }
  if (input.introduction !== undefined && !sameJson(input.introduction, post.introduction)) {
    fields.introduction = input.introduction;
  }
  if (Object.keys(fields).length > 0) fields.editedAt = at;

  if (input.mustRead !== undefined && input.mustRead !== post.mustRead) {
    fields.mustRead = input.mustRead;
    fields.confirmations = [];
  }
  if (mentions && !sameList(mentions, post.mentions ?? [])) fields.mentions = mentions;
  if (labelIds && !sameList(labelIds, post.labelIds)) fields.labelIds = labelIds;
  if (fields.labelIds || fields.talkedAt) {
    const issue = nextIssue(post.issue, fields.labelIds ?? post.labelIds, isIssue, talkedAt);
    if (!sameJson(issue, post.issue)) Object.assign(fields, issueFields(issue));
  }
  const mirror = nextMirror(post.mirror, { task: input.task, labelIds }, post.labelIds, at);
  if (!sameJson(mirror, post.mirror)) fields.mirror = mirror;

  if (Object.keys(fields).length === 0) return null;
  return isEmpty({ ...post, ...fields }) ? 'empty' : fields;
}

function sameFiles(left: readonly StoredAttachment[], right: readonly StoredAttachment[]) {
  return sameList(
    left.map((file) => file.id),
    right.map((file) => file.id),
  );
}

function sameJson(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
