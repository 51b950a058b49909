import type { CurrentStaff } from '@engawa/auth';
import { isBlank, type Mirror, type TaskObject, type TaskObjectChange } from '@engawa/contracts';
import { changeMirror, type MirrorChange, newMirror, wholeMirror } from '@engawa/mirror';
import type { StoredHistory, StoredReaction, ContentDocument } from './content.schema';

/** Most earlier memos of a post or comment. */
export const HISTORY_LIMIT = 20;
/** How long a deletion can be undone; pages offer it for less. */
const UNDO_MS = 60_000;
const EXCERPT_LENGTH = 120;

/** The task of a post or comment; null without one (TML-8). */
export function taskOf(stored: Mirror | null): TaskObject | null {
  if (!stored?.present.value) return null;
  const mirror = wholeMirror(stored);
  return {
    ...mirror.status.value,
    assignUserId: mirror.assignUserId.value,
    dueAt: mirror.dueAt.value,
  };
}

/**
 * The mirror after a local change. `task`: an object creates or changes the task, null undoes it,
 * undefined keeps it. A status change sets statusUpdatedAt.
 */
export function nextMirror(
  mirror: Mirror | null,
  change: { task?: TaskObjectChange | null; labelIds?: string[] },
  labelIdsNow: string[],
  at: Date,
): Mirror | null {
  const { task } = change;
  const labelIds = change.labelIds ?? labelIdsNow;
  if (mirror === null) {
    if (!task) return null;
    return newMirror({ ...freshTask(task, at), labelIds }, 'timeline', at.getTime());
  }
  const wanted: MirrorChange = { labelIds };
  if (task === null) wanted.present = false;
  else if (task !== undefined && !mirror.present.value) Object.assign(wanted, freshTask(task, at));
  else if (task !== undefined) {
    if (task.status !== undefined && task.status !== mirror.status.value.status) {
      wanted.status = { status: task.status, statusUpdatedAt: at.toISOString() };
    }
    if (task.assignUserId !== undefined) wanted.assignUserId = task.assignUserId;
    if (task.dueAt !== undefined) wanted.dueAt = utc(task.dueAt);
  }
  return changeMirror(mirror, wanted, 'timeline', at.getTime()).mirror;
}

function freshTask(task: TaskObjectChange, at: Date) {
  return {
    present: true,
    status: { status: task.status ?? 'waiting', statusUpdatedAt: at.toISOString() },
    assignUserId: task.assignUserId ?? null,
    dueAt: utc(task.dueAt ?? null),
  } as const;
}

/** Normalizes an instant, so that both sides of a mirror compare it as text. */
function utc(instant: string | null): string | null {
  return instant && new Date(instant).toISOString();
}

/**
 * The mirror of restored content: its values get new stamps, so that they win over changes made
 * while it was deleted.
 */
export function restoredMirror(mirror: Mirror | null, at: Date): Mirror | null {
  if (!mirror?.present.value) return mirror;
  const without = changeMirror(mirror, { present: false }, 'timeline', at.getTime()).mirror;
  return changeMirror(without, { present: true }, 'timeline', at.getTime()).mirror;
}

/** Adds the emoji, or removes it if this staff member had added it (TML-4). */
export function toggled(
  reactions: readonly StoredReaction[],
  reactionId: string,
  reactedBy: string,
  at: Date,
): { reacted: boolean; reactions: StoredReaction[] } {
  const others = reactions.filter(
    (entry) => entry.reactionId !== reactionId || entry.reactedBy !== reactedBy,
  );
  if (others.length < reactions.length) return { reacted: false, reactions: others };
  return { reacted: true, reactions: [...others, { reactionId, reactedBy, reactedAt: at }] };
}

/** Adds the replaced memo to the history; unchanged if the memo stays. */
export function nextHistory(
  current: Pick<ContentDocument, 'memo' | 'history'>,
  memo: string | undefined,
  editedBy: string,
  editedAt: Date,
): StoredHistory[] {
  if (memo === undefined || memo === current.memo) return current.history;
  const entry = { memo: current.memo, editedBy, editedAt };
  return [entry, ...current.history].slice(0, HISTORY_LIMIT);
}

/** Whether content has neither memo nor file (TML-1). */
export function isEmpty(content: { memo: string; attachments: readonly unknown[] }): boolean {
  return content.attachments.length === 0 && isBlank(content.memo);
}

/** Whether the staff member may change and delete it: author and moderators. */
export function mayManage(
  staff: Pick<CurrentStaff, 'staffId' | 'can'>,
  thread: Pick<ContentDocument, 'ownerId'>,
): boolean {
  return thread.ownerId === staff.staffId || staff.can('post.moderate');
}

/** Whether the deletion can no longer be undone. */
export function isUndoOver({ deletedAt }: Pick<ContentDocument, 'deletedAt'>, at: Date): boolean {
  return at.getTime() - (deletedAt?.getTime() ?? 0) > UNDO_MS;
}

/** Whether an edit based on `readVersion` would overwrite later content. */
export function isStale(
  current: Pick<ContentDocument, 'version' | 'contentVersion'>,
  readVersion: number | null,
): boolean {
  if (readVersion === null) return false;
  return readVersion < current.contentVersion || readVersion > current.version;
}

/** The start of a memo, on one line. */
export function excerptOf(memo: string): string {
  const line = memo
    .slice(0, EXCERPT_LENGTH * 4)
    .replace(/\s+/g, ' ')
    .trim();
  return [...line].slice(0, EXCERPT_LENGTH).join('');
}

/** Ids of `wanted` that are not in `have`; only these need a check. */
export function added(wanted: readonly string[], have: readonly string[]): string[] {
  return wanted.filter((id) => !have.includes(id));
}

/** The list without duplicates, in order. */
export function unique(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}

/** Whether two lists are equal, including their order. */
export function sameList(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((value, index) => value === right[index]);
}
