import { taskStatuses, type TaskStatus } from '@engawa/contracts';

type Counts = Record<TaskStatus, number>;

/** Number of listed tasks of one assignee in one status. */
export interface CountRow {
  status: TaskStatus;
  assignUserId: string | null;
  count: number;
}

export interface Figures {
  counts: Counts;
  byStaff: { assignUserId: string | null; counts: Counts }[];
}

/** Figures in total and by assignee, including zeros. */
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

/** Figures of one assignee; `null` means unassigned tasks. */
export function figuresFor(figures: Figures, assignUserId: string | null): Figures {
  const own = figures.byStaff.filter((row) => row.assignUserId === assignUserId);
  return { counts: own[0]?.counts ?? noCounts(), byStaff: own };
}

function noCounts(): Counts {
  return Object.fromEntries(taskStatuses.map((status) => [status, 0])) as Counts;
}
