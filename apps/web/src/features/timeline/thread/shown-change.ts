import type {
  Comment,
  Post,
  Session,
  StaffRef,
  TaskStatus,
  UpdateCommentInput,
  UpdatePostInput,
} from '@engawa/contracts';
import { runInSequence } from '../../../shared/api/run-in-sequence';
import { shownUntil } from '../../../shared/api/shown-changes';
import { currentOf } from '../../../shared/edit/current-of';
import { timelineApi } from '../timeline.api';
import { isRace } from './change-race.rules';
import type { Undo } from './thread-cache';

/** An in-place change of a task; null undoes it. */
export type TaskChange = {
  status?: TaskStatus;
  assignUserId?: string | null;
  dueAt?: string | null;
} | null;

/** Applies a change to a task object, for the optimistic update. */
export function changedTask(
  task: Post['task'],
  change: TaskChange,
  now = new Date(),
): Post['task'] {
  if (change === null) return null;
  const status = change.status ?? task?.status ?? 'waiting';
  return {
    status,
    statusUpdatedAt: task && task.status === status ? task.statusUpdatedAt : now.toISOString(),
    assignUserId:
      change.assignUserId === undefined ? (task?.assignUserId ?? null) : change.assignUserId,
    dueAt: change.dueAt === undefined ? (task?.dueAt ?? null) : change.dueAt,
  };
}

/** The staff of a session as posts name them. */
export function meOf({ staff }: Session): StaffRef {
  const { id, displayName, jobTitle, photoUrl, thumbPhotoUrl, deactivated } = staff;
  return { id, displayName, jobTitle, photoUrl, thumbPhotoUrl, deactivated };
}

export function pendingBase(session: Session, id: string, now: string) {
  return {
    id,
    version: 1,
    ownerId: session.staff.id,
    owner: meOf(session),
    photoUrl: null,
    reactions: [],
    createdAt: now,
    updatedAt: now,
    editedAt: null,
    pending: true,
  };
}

/** Runs a request after showing its effect; reverts it if it is rejected. */
export async function shownFirst<T>(undo: Undo, request: () => Promise<T>): Promise<T> {
  const { getPost, listComments } = timelineApi.endpoints;
  const answer = request();
  shownUntil(answer, getPost, listComments);
  try {
    return await answer;
  } catch (error) {
    undo();
    throw error;
  }
}

/** Attempts of a change that conflicts with changes of other fields. */
const ATTEMPTS = 5;

/**
 * Sends a change based on the version that the reader saw. It is retried if others changed only
 * other fields; throws the 412 if they changed the same field.
 */
export function sendChange<Content extends Post | Comment>(
  seen: Content,
  change: UpdatePostInput | UpdateCommentInput,
  send: (version: number) => Promise<Content>,
): Promise<Content> {
  return runInSequence(seen.id, async () => {
    let { version } = seen;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await send(version);
      } catch (error) {
        const now = currentOf<Content>(error);
        if (!now || isRace(seen, now, change) || attempt === ATTEMPTS) throw error;
        version = now.version;
      }
    }
  });
}
