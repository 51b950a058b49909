import { taskStatuses, type TaskStatus } from '@engawa/contracts';

export type Counts = Record<TaskStatus, number>;

/** The number of listed tasks of one assignee in one status. */
export interface CountRow {
  status: TaskStatus;
  assignUserId: string | null;
  count: number;
}

export interface Figures {
  counts: Counts;
  byStaff: { assignUserId: string | null; counts: Counts }[];
}

/** The rows as the views show them, in all and by assignee; zeros are said, too. */
export function figuresOf(rows: readonly CountRow[]): Figures {
  const counts = noCounts();
  const byStaff = new Map<string | null, Counts>();
  for (const { status, assignUserId, count } of rows) {
    counts[status] += count;
    const own = byStaff.get(assignUserId) ?? noCounts();
    own[status] += count;
    byStaff.set(assignUserId, own);
  }
  return {
    counts,
    byStaff: [...byStaff].map(([assignUserId, own]) => ({ assignUserId, counts: own })),
  };
}

/** The figures of one assignee alone; `null` means the tasks that nobody has. */
export function figuresFor(figures: Figures, assignUserId: string | null): Figures {
  const own = figures.byStaff.filter((row) => row.assignUserId === assignUserId);
  return { counts: own[0]?.counts ?? noCounts(), byStaff: own };
}

function noCounts(): Counts {
  return Object.fromEntries(taskStatuses.map((status) => [status, 0])) as Counts;
}
