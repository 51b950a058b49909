import {
  threadReferencePattern,
  type DataOf,
  type events,
  type Mirror,
  type TaskStatus,
} from '@engawa/contracts';
import { newReminder, reminderAfter, wakeAt, type Reminder } from './reminder.rules';
import { mergeMirror, mirrorFields, type MirrorField, type MirrorResult } from '@engawa/mirror';

type SourceFacts = DataOf<typeof events.postUpdated>;

/** Fields of the source that a task copies, besides the shared ones. */
export type SourceCopy = Pick<
  SourceFacts,
  'ownerId' | 'memo' | 'memberIds' | 'mentions' | 'talkedAt' | 'createdAt'
>;

/** Version of the copied source, whether it is deleted, and whether it ever was. */
export interface SourceState {
  version: number;
  gone: boolean;
  wasGone: boolean;
}

/**
 * State of one post or comment. A deleted source stays as a tombstone, so that a late event cannot
 * revive it; so does an undone task.
 */
export interface TaskState {
  id: string;
  postId: string;
  commentId: string | null;
  /** Incremented with every published change. */
  version: number;
  source: SourceState;
  /** Deletion of the comment's post; null until known. */
  thread: { version: number; gone: boolean } | null;
  copy: SourceCopy | null;
  mirror: Mirror | null;
  reminder: Reminder;
}

/** A post or comment as in its event. */
export type SourceChange = {
  id: string;
  postId: string;
  commentId: string | null;
  version: number;
} & (
  | { gone: true }
  | {
      gone: false;
      copy: SourceCopy;
      mirror: Mirror | null;
      /** Its texts lost the name of an erased member (MBR-5). */
      redacted?: boolean;
    }
);

type TaskChangeKind = 'created' | 'updated' | 'deleted';

/** A published change. */
interface TaskChange {
  kind: TaskChangeKind;
  changed: MirrorField[];
  /** Null when the task was not listed before and is not now: only the source needs it. */
  previous: { status: TaskStatus | null; assignUserId: string | null } | null;
  /** The source lost the name of an erased member (MBR-5). */
  redacted?: boolean;
}

export interface Merged {
  state: TaskState;
  /** Null when only bookkeeping changed. */
  change: TaskChange | null;
}

/** A living post or comment, from its event or the timeline's answer. */
export function upsertedSource(facts: SourceFacts, version: number): SourceChange {
  const { postId, commentId, mirror, redacted } = facts;
  const { ownerId, memo, memberIds, mentions, talkedAt, createdAt } = facts;
  const copy = { ownerId, memo, memberIds, mentions, talkedAt, createdAt };
  return {
    ...{ id: commentId ?? postId, postId, commentId, version, gone: false, copy, mirror },
    ...(redacted ? { redacted } : {}),
  };
}

/** The column of a listed task. */
export function columnOf(state: TaskState): TaskStatus | null {
  return isListed(state) && state.mirror ? state.mirror.status.value.status : null;
}

/** Whether the task is listed: neither source nor post is deleted, and the task was not undone. */
export function isListed(state: TaskState): boolean {
  return (
    state.mirror?.present.value === true &&
    state.copy !== null &&
    !state.source.gone &&
    !state.thread?.gone
  );
}

/**
 * Applies a change of the source. Null when nothing is stored: the change is older than the copy,
 * or the source is no task and never was. `thread` is the known state of a new comment's post.
 */
export function applySource(
  state: TaskState | null,
  change: SourceChange,
  at = new Date(),
  thread: TaskState['thread'] = null,
): Merged | null {
  if (!state && !change.gone && !change.mirror) return null;
  const before: TaskState = state ?? {
    id: change.id,
    postId: change.postId,
    commentId: change.commentId,
    version: 0,
    source: { version: 0, gone: false, wasGone: false },
    thread,
    copy: null,
    mirror: null,
    reminder: newReminder,
  };
  const isNew = change.version > before.source.version;
  const merged = change.gone || !change.mirror ? null : mergeMirror(before.mirror, change.mirror);
  if (!isNew && !merged?.moved) return null;
  const after: TaskState = {
    ...before,
    source: isNew ? sourceStateOf(before.source, change) : before.source,
    // Texts of deleted content are not kept.
    copy: isNew ? (change.gone ? null : change.copy) : before.copy,
    mirror: merged ? merged.mirror : before.mirror,
  };
  const result = withVersion(before, withReminder(before, after, at), merged);
  if (result.change && !change.gone && change.redacted) result.change.redacted = true;
  const returned = before.source.gone && !after.source.gone;
  return !result.change && returned && !change.gone && !sameStamps(after.mirror, change.mirror)
    ? resendMirror(result.state)
    : result;
}

/**
 * Publishes the mirror again without a change: a deleted source missed it, or a repair found a
 * difference.
 */
export function resendMirror(state: TaskState): Merged {
  const kind = isListed(state) ? 'updated' : 'deleted';
  return {
    state: { ...state, version: state.version + 1 },
    change: { kind, changed: [], previous: null },
  };
}

/** Whether two mirrors have the same stamps. */
export function sameStamps(one: Mirror | null, other: Mirror | null): boolean {
  if (!one || !other) return one === other;
  return mirrorFields.every((field) => one[field].stamp === other[field].stamp);
}

/** Applies the deletion or restoration of a comment's post. */
export function applyThread(
  state: TaskState,
  { version, gone }: { version: number; gone: boolean },
  at = new Date(),
): Merged | null {
  if (state.thread && state.thread.version >= version) return null;
  return withVersion(state, withReminder(state, { ...state, thread: { version, gone } }, at), null);
}

function sourceStateOf(before: SourceState, { version, gone }: SourceChange): SourceState {
  return { version, gone, wasGone: before.wasGone || gone };
}

/**
 * Applies a user's change: shared fields, and the reminder lead, which the source does not share.
 * Null when nothing differs.
 */
export function applyOwnChange(
  state: TaskState,
  result: MirrorResult,
  remindMinutes: number | null = state.reminder.minutes,
  at = new Date(),
): Merged | null {
  if (!result.moved && remindMinutes === state.reminder.minutes) return null;
  const changed = {
    ...state,
    mirror: result.mirror,
    reminder: { ...state.reminder, minutes: remindMinutes },
  };
  return withVersion(state, withReminder(state, changed, at), result);
}

/** Applies a sent reminder; a new version, because it is published. */
export function applyReminded(state: TaskState): TaskState {
  return { ...state, version: state.version + 1, reminder: { ...state.reminder, at: null } };
}

function withReminder(before: TaskState, after: TaskState, at: Date): TaskState {
  const due = {
    before: before.mirror?.dueAt.value ?? null,
    after: after.mirror?.dueAt.value ?? null,
  };
  const minutes = { before: before.reminder.minutes, after: after.reminder.minutes };
  const asleep = wakeAt(before.reminder, columnOf(before)) === null;
  return { ...after, reminder: reminderAfter(before.reminder, due, minutes, { now: at, asleep }) };
}

/** Derives the published change of a step, and increments the version if there is one. */
function withVersion(before: TaskState, after: TaskState, merged: MirrorResult | null): Merged {
  const kind = kindOf(before, after, merged?.moved ?? false);
  if (!kind) return { state: after, change: null };
  const changed = merged?.changed ?? [];
  const previous = {
    status: changed.includes('status') ? (before.mirror?.status.value.status ?? null) : null,
    assignUserId: changed.includes('assignUserId')
      ? (before.mirror?.assignUserId.value ?? null)
      : null,
  };
  return {
    state: { ...after, version: before.version + 1 },
    change: { kind, changed, previous },
  };
}

function kindOf(before: TaskState, after: TaskState, moved: boolean): TaskChangeKind | null {
  const wasListed = isListed(before);
  const nowListed = isListed(after);
  if (nowListed && !wasListed) return 'created';
  if (!nowListed && wasListed) return 'deleted';
  if (!nowListed) return null;
  const differs =
    JSON.stringify([before.copy, before.reminder.minutes]) !==
    JSON.stringify([after.copy, after.reminder.minutes]);
  return moved || differs ? 'updated' : null;
}

/** `spaces/{space}/posts/{postId}` with an optional `/comments/{commentId}` (TSK-1). */
export function threadReferenceOf(
  space: string,
  source: { postId: string; commentId: string | null },
): string {
  const post = `spaces/${space}/posts/${source.postId}`;
  return source.commentId ? `${post}/comments/${source.commentId}` : post;
}

/** Parses a thread reference; null for anything else (TSK-1). */
export function parseThreadReference(
  path: string,
): { space: string; postId: string; commentId: string | null } | null {
  const match = threadReferencePattern.exec(path);
  if (!match?.[1] || !match[2]) return null;
  return { space: match[1], postId: match[2], commentId: match[3] ?? null };
}
