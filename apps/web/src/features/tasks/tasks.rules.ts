import type { DueFilter, Task, TaskFilter, TaskStatus, UpdateTaskInput } from '@engawa/contracts';
import { statusOrder } from '../../shared/directory/task-status';

/** The tasks page's address. */
export interface TaskAddress {
  view: 'status' | 'staff' | 'mine';
  layout: 'board' | 'list';
  statuses: readonly TaskStatus[];
  /** In the view by staff: a staff id or `none`. */
  staff: string | undefined;
  /** Tasks with any of these labels; empty for all. */
  labels: readonly string[];
  due: DueFilter | undefined;
  /** The chosen saved filter, private to its owner. */
  filter: string | undefined;
}

/** Default statuses (specification, section 4). */
const defaultStatuses: readonly TaskStatus[] = ['waiting', 'inProgress'];
/** Most labels of a task or query. */
export const MAX_LABELS = 10;

const idPattern = /^[A-Za-z0-9_-]{1,64}$/;

/** Parses the address; invalid values count as absent. */
export function readTaskAddress(
  params: URLSearchParams,
  usualLayout: TaskAddress['layout'],
): TaskAddress {
  const view = params.get('view');
  const layout = params.get('layout');
  const wanted = (params.get('status') ?? '').split(',');
  const statuses = statusOrder.filter((status) => wanted.includes(status));
  const labels = new Set(
    (params.get('labels') ?? '').split(',').filter((id) => idPattern.test(id)),
  );
  const due = params.get('due');
  return {
    view: view === 'staff' || view === 'mine' ? view : 'status',
    layout: layout === 'board' || layout === 'list' ? layout : usualLayout,
    statuses: statuses.length > 0 ? statuses : defaultStatuses,
    staff: params.get('staff') ?? undefined,
    labels: [...labels].slice(0, MAX_LABELS).sort(),
    due: due === 'overdue' || due === 'week' ? due : undefined,
    filter: params.get('filter') ?? undefined,
  };
}

/** The address of a view; defaults are omitted. */
export function writeTaskAddress(
  address: TaskAddress,
  usualLayout: TaskAddress['layout'] = 'board',
): URLSearchParams {
  const params = new URLSearchParams();
  if (address.view !== 'status') params.set('view', address.view);
  if (address.layout !== usualLayout) params.set('layout', address.layout);
  if (address.statuses.join() !== defaultStatuses.join()) {
    params.set('status', address.statuses.join(','));
  }
  if (address.view === 'staff' && address.staff) params.set('staff', address.staff);
  if (address.labels.length > 0) params.set('labels', address.labels.join(','));
  if (address.due) params.set('due', address.due);
  if (address.filter) params.set('filter', address.filter);
  return params;
}

type Criteria = TaskFilter['criteria'];

/** The criteria that a filter saves, without the layout. */
export function criteriaOf(address: TaskAddress): Criteria {
  const assignUserId =
    address.view === 'mine' ? 'me' : address.view === 'staff' ? (address.staff ?? null) : null;
  return {
    statuses: [...address.statuses],
    assignUserId,
    labelIds: [...address.labels],
    due: address.due ?? null,
  };
}

/** The address of a filter. */
export function addressOf(
  filter: Pick<TaskFilter, 'id' | 'criteria'>,
  layout: TaskAddress['layout'],
): TaskAddress {
  const { statuses, assignUserId, labelIds, due } = filter.criteria;
  const chosen = statusOrder.filter((status) => statuses.includes(status));
  const view = assignUserId === 'me' ? 'mine' : assignUserId === null ? 'status' : 'staff';
  return {
    view,
    layout,
    statuses: chosen.length > 0 ? chosen : defaultStatuses,
    staff: view === 'staff' ? (assignUserId ?? undefined) : undefined,
    labels: [...labelIds].sort(),
    due: due ?? undefined,
    filter: filter.id,
  };
}

/** Whether an address has other criteria than the page begins with. */
export function isFiltered(address: TaskAddress): boolean {
  const { layout } = address;
  return writeTaskAddress({ ...address, filter: undefined }, layout).size > 0;
}

/** Whether an address has exactly a filter's criteria. */
export function showsFilter(address: TaskAddress, filter: TaskFilter): boolean {
  const wanted = addressOf(filter, address.layout);
  return (
    writeTaskAddress(wanted).toString() ===
    writeTaskAddress({ ...address, filter: filter.id }).toString()
  );
}

const fields = {
  status: (task: Task) => task.task.status,
  assignUserId: (task: Task) => task.task.assignUserId,
  dueAt: (task: Task) => task.task.dueAt,
  remindMinutes: (task: Task) => task.remindMinutes,
  labelIds: (task: Task) => [...task.labelIds].sort().join(),
} satisfies Record<keyof UpdateTaskInput, (task: Task) => unknown>;

/**
 * Whether somebody else changed the same field between the seen and the current version. Changes of
 * other fields do not conflict.
 */
export function isRace(seen: Task, now: Task, change: UpdateTaskInput): boolean {
  return (Object.keys(change) as (keyof UpdateTaskInput)[]).some(
    (field) => fields[field](seen) !== fields[field](now),
  );
}

/** The task after a change (optimistic update). */
export function changed(task: Task, change: UpdateTaskInput): Task {
  const status = change.status ?? task.task.status;
  const { assignUserId, dueAt } = { ...task.task, ...defined(change) };
  return {
    ...task,
    labelIds: change.labelIds ?? task.labelIds,
    remindMinutes: change.remindMinutes === undefined ? task.remindMinutes : change.remindMinutes,
    task: {
      status,
      assignUserId,
      dueAt,
      statusUpdatedAt:
        status === task.task.status ? task.task.statusUpdatedAt : new Date().toISOString(),
    },
  };
}

function defined({ assignUserId, dueAt }: UpdateTaskInput) {
  return {
    ...(assignUserId === undefined ? {} : { assignUserId }),
    ...(dueAt === undefined ? {} : { dueAt }),
  };
}

/** Filter of one column or list. */
export interface TaskList {
  status: TaskStatus;
  /** A staff id, or `none` for unassigned tasks. */
  assignUserId?: string;
  /** Only tasks of posts about this member. */
  memberId?: string;
  /** Any of these, comma-separated. */
  labelIds?: string;
  due?: DueFilter;
}

/** By due date, tasks without one last, then by latest change. */
export function byDue(a: Task, b: Task): number {
  const [one, other] = [a.task.dueAt, b.task.dueAt];
  if (one !== other) return one === null ? 1 : other === null ? -1 : one < other ? -1 : 1;
  return a.task.statusUpdatedAt < b.task.statusUpdatedAt ? 1 : -1;
}

const WEEK = 7 * 24 * 60 * 60 * 1000;

/** Whether a task belongs to a list. */
export function belongs(task: Task, list: TaskList, now = Date.now()): boolean {
  const { status, assignUserId, dueAt } = task.task;
  if (status !== list.status) return false;
  if (list.memberId && !task.members.some(({ id }) => id === list.memberId)) return false;
  if (list.labelIds && !list.labelIds.split(',').some((id) => task.labelIds.includes(id))) {
    return false;
  }
  if (list.due) {
    const until = list.due === 'week' ? now + WEEK : now;
    if (dueAt === null || Date.parse(dueAt) >= until) return false;
  }
  if (list.assignUserId === undefined) return true;
  return assignUserId === (list.assignUserId === 'none' ? null : list.assignUserId);
}

/** The CSS colour of a status. */
export function statusInk(status: TaskStatus): string {
  return `var(--e-${status === 'inProgress' ? 'progress' : status})`;
}
