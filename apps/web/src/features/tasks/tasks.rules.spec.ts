import type { Task, TaskFilter } from '@engawa/contracts';
import {
  addressOf,
  belongs,
  byDue,
  changed,
  criteriaOf,
  isRace,
  readTaskAddress,
  showsFilter,
  type TaskAddress,
  writeTaskAddress,
} from './tasks.rules';

const usual: TaskAddress = {
  view: 'status',
  layout: 'board',
  statuses: ['waiting', 'inProgress'],
  staff: undefined,
  labels: [],
  due: undefined,
  filter: undefined,
};

describe('the order of a column', () => {
  it('is by due date; what has none comes last, the latest change first', () => {
    const task = (id: string, dueAt: string | null, statusUpdatedAt: string) =>
      ({ id, task: { dueAt, statusUpdatedAt } }) as Task;
    const tasks = [
      task('old', null, '2026-11-01'),
      task('later', '2026-11-30', '2026-11-01'),
      task('new', null, '2026-11-20'),
      task('soon', '2026-11-22', '2026-11-01'),
    ];
    expect(tasks.toSorted(byDue).map(({ id }) => id)).toEqual(['soon', 'later', 'new', 'old']);
  });
});

describe('the address of the tasks page', () => {
  it('shows waiting and in progress as a board unless told otherwise', () => {
    expect(readTaskAddress(new URLSearchParams(), 'board')).toEqual(usual);
    expect(writeTaskAddress(usual).toString()).toBe('');
  });

  it.each<TaskAddress>([
    { ...usual, view: 'staff', layout: 'list', statuses: ['done'], staff: 'none' },
    { ...usual, view: 'mine' },
    { ...usual, statuses: ['waiting', 'skipped'] },
    { ...usual, labels: ['businessIssue', 'x-1'], due: 'overdue', filter: 'f-1' },
  ])('reads what it wrote: %j', (address) => {
    expect(readTaskAddress(writeTaskAddress(address), 'board')).toEqual(address);
  });

  it('leaves the layout to the screen where it is the usual one', () => {
    const params = writeTaskAddress({ ...usual, layout: 'list' }, 'list');
    expect(params.toString()).toBe('');
    expect(readTaskAddress(params, 'board').layout).toBe('board');
  });

  it('takes nonsense as absent', () => {
    const params = new URLSearchParams('view=x&layout=y&status=later&due=soon&labels=$ne,,a b');
    expect(readTaskAddress(params, 'list')).toEqual({ ...usual, layout: 'list' });
  });
});

describe('a saved filter', () => {
  const filter = (criteria: TaskFilter['criteria']): TaskFilter => ({
    ...{ id: 'f-1', version: 1, userId: 'me', displayName: '設備', criteria },
    ...{ createdAt: '', updatedAt: '' },
  });

  it.each<TaskAddress>([
    usual,
    { ...usual, view: 'mine', due: 'week' },
    { ...usual, view: 'staff', staff: 'none', statuses: ['done'] },
    { ...usual, view: 'staff', staff: 's-2', labels: ['a', 'b'] },
  ])('brings back what was saved: %j', (address) => {
    const saved = filter(criteriaOf(address));
    expect(addressOf(saved, 'board')).toEqual({ ...address, filter: 'f-1' });
    expect(showsFilter({ ...address, filter: 'f-1', layout: 'list' }, saved)).toBe(true);
    expect(showsFilter({ ...address, statuses: ['skipped'] }, saved)).toBe(false);
  });

  it('that names no status shows the usual ones', () => {
    const saved = filter({ statuses: [], assignUserId: null, labelIds: [], due: null });
    expect(addressOf(saved, 'board').statuses).toEqual(['waiting', 'inProgress']);
  });
});

const task = {
  id: 't-1',
  version: 3,
  labelIds: ['a'],
  remindMinutes: 1_440,
  task: {
    status: 'waiting',
    statusUpdatedAt: '2026-11-01T00:00:00.000Z',
    assignUserId: 'ann',
    dueAt: '2026-11-21T09:00:00.000Z',
  },
} as Task;

describe('two people at one card', () => {
  it('race where both change the same, and only there', () => {
    const moved = changed(task, { status: 'done' });
    expect(isRace(task, moved, { status: 'inProgress' })).toBe(true);
    expect(isRace(task, moved, { assignUserId: null })).toBe(false);
    expect(isRace(task, moved, { dueAt: null, labelIds: [], remindMinutes: null })).toBe(false);
    expect(isRace(task, changed(task, { labelIds: ['b'] }), { labelIds: [] })).toBe(true);
    expect(isRace(task, changed(task, { dueAt: null }), { dueAt: null })).toBe(true);
  });
});

describe('a change before it is answered', () => {
  it('shows what is given and leaves the rest', () => {
    const next = changed(task, { dueAt: null, remindMinutes: null });
    expect(next.task).toEqual({ ...task.task, dueAt: null });
    expect(next.remindMinutes).toBeNull();
    expect(changed(task, { assignUserId: null }).task.assignUserId).toBeNull();
    const done = changed(task, { status: 'done' }).task;
    expect(done.statusUpdatedAt).not.toBe(task.task.statusUpdatedAt);
    expect(done.dueAt).toBe(task.task.dueAt);
  });

  it('leaves and enters lists by status, assignee, label and due date', () => {
    const now = Date.parse('2026-11-21T01:00:00.000Z');
    const stands = (list: Partial<Parameters<typeof belongs>[1]>) =>
      belongs(task, { status: 'waiting', ...list }, now);
    expect(stands({})).toBe(true);
    expect(stands({ status: 'done' })).toBe(false);
    expect(stands({ assignUserId: 'ann' })).toBe(true);
    expect(stands({ assignUserId: 'none' })).toBe(false);
    expect(stands({ labelIds: 'b,a' })).toBe(true);
    expect(stands({ labelIds: 'b' })).toBe(false);
    expect(stands({ due: 'week' })).toBe(true);
    expect(stands({ due: 'overdue' })).toBe(false);
    expect(belongs(task, { status: 'waiting', due: 'overdue' }, now + 86_400_000)).toBe(true);
    expect(belongs(changed(task, { dueAt: null }), { status: 'waiting', due: 'week' }, now)).toBe(
      false,
    );
  });
});
