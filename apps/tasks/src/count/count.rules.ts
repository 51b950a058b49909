import {
  taskStatuses,
  type DataOf,
  type EventEnvelope,
  type events,
  type TaskStatus,
} from '@engawa/contracts';

export type TaskEvent = EventEnvelope<
  DataOf<(typeof events)['taskCreated' | 'taskUpdated' | 'taskDeleted']>
>;

/** Where a task is counted. */
export interface Place {
  status: TaskStatus;
  assignUserId: string | null;
}

/** Tasks without an assignee are counted under a name that no staff can have. */
export const NOBODY = '~nobody';

export type Counts = Record<TaskStatus, number>;

/** Where an event takes a task from and puts it; null where it was, or is, not listed. */
export function moveOf(event: TaskEvent): { from: Place | null; to: Place | null } {
  const { mirror, previous, changed = [] } = event.data;
  if (previous === null) return { from: null, to: null };
  const now: Place = {
    status: mirror.status.value.status,
    assignUserId: mirror.assignUserId.value,
  };
  const then: Place = {
    status: previous.status ?? now.status,
    assignUserId: changed.includes('assignUserId') ? previous.assignUserId : now.assignUserId,
  };
  return {
    from: event.name === 'tasks.task.created' ? null : then,
    to: event.name === 'tasks.task.deleted' ? null : now,
  };
}

/** What a move adds to the counters, as `$inc` of paths; empty where it changes none. */
export function incrementsOf({ from, to }: ReturnType<typeof moveOf>): Record<string, number> {
  const increments: Record<string, number> = {};
  const add = (place: Place | null, by: number) => {
    if (!place) return;
    const path = `byStaff.${place.assignUserId ?? NOBODY}.${place.status}`;
    increments[path] = (increments[path] ?? 0) + by;
    if (increments[path] === 0) delete increments[path];
  };
  add(from, -1);
  add(to, 1);
  return increments;
}

export function noCounts(): Counts {
  return Object.fromEntries(taskStatuses.map((status) => [status, 0])) as Counts;
}

/** The counters of one assignee, complete and never below zero. */
export function countsOf(stored: Partial<Counts> | undefined): Counts {
  const counts = noCounts();
  for (const status of taskStatuses) counts[status] = Math.max(0, stored?.[status] ?? 0);
  return counts;
}

export function sumOf(all: readonly Counts[]): Counts {
  const sum = noCounts();
  for (const counts of all) for (const status of taskStatuses) sum[status] += counts[status];
  return sum;
}
