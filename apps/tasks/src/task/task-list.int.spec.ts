import { events, taskStatuses, type TaskStatus } from '@engawa/contracts';
import { explainOf } from '@engawa/persistence';
import {
  eventually,
  staffFacts,
  startTestService,
  type TestCaller,
  type TestService,
} from '@engawa/testing';
import { tasks } from '../index';
import { BY_ASSIGNEE, listFilter, TaskRepository } from './task.repository';
import { fieldsOf } from './task.mapper';
import { mirrorOf, postFacts } from './task.fixture';

const HOUR = 3_600_000;
const NOW = Date.now();
const START = Date.parse('2026-01-01T00:00:00.000Z');

describe('lists and counts of tasks', () => {
  let service: TestService;
  let staff: TestCaller;
  let repository: TaskRepository;

  beforeAll(async () => {
    service = await startTestService(tasks);
    staff = service.asStaff({ staffId: 'ann' });
    for (const staffId of ['ann', 'bob']) {
      await service.publish(events.staffAdded, { data: staffFacts({ staffId }) });
    }
    repository = service.running.app.get(TaskRepository);
    // 40 tasks per status, interleaved; every third is Ann's.
    await repository.insertMany(
      'space-list',
      Array.from({ length: 160 }, (_, index) => ({
        document: documentOf(index, taskStatuses[index % 4]!),
      })),
    );
  });

  afterAll(() => service?.stop());

  function documentOf(index: number, status: TaskStatus) {
    const at = new Date(START + index * 60_000);
    const id = `task-${String(index).padStart(4, '0')}`;
    const facts = postFacts({ memberIds: [`member-${index % 5}`] });
    return {
      id,
      ...fieldsOf({
        id,
        postId: id,
        commentId: null,
        version: 1,
        source: { version: 1, gone: false, wasGone: false },
        thread: null,
        copy: facts,
        reminder: { minutes: null, at: null },
        mirror: mirrorOf({
          at,
          dueAt: index % 8 < 4 ? new Date(NOW + (index - 79.5) * HOUR).toISOString() : null,
          status,
          assignUserId: index % 3 === 0 ? 'ann' : null,
          labelIds: [`label-${index % 2}`],
        }),
      }),
    };
  }

  const listStaff = () => service.asStaff({ staffId: 'ann', space: 'space-list' });

  async function idsOf(query: string): Promise<string[]> {
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const next: string = cursor ? `&cursor=${cursor}` : '';
      const { body } = await listStaff().get(`/tasks?${query}${next}`).expect(200);
      ids.push(...body.items.map(({ id }: { id: string }) => id));
      cursor = body.nextCursor;
    } while (cursor);
    return ids;
  }

  function expected(matches: (index: number) => boolean): string[] {
    return Array.from({ length: 160 }, (_, index) => index)
      .filter(matches)
      .reverse()
      .map((index) => `task-${String(index).padStart(4, '0')}`);
  }

  it('shows waiting and inProgress by default, ten a page, the newest change first', async () => {
    const { body } = await listStaff().get('/tasks').expect(200);
    expect(body.items).toHaveLength(10);
    expect(await idsOf('')).toEqual(expected((index) => index % 4 < 2));
  });

  it.each([
    ['status=done', (index: number) => index % 4 === 2],
    ['status=waiting,inProgress,done,skipped&limit=100', () => true],
    ['assignUserId=ann&limit=7', (index: number) => index % 4 < 2 && index % 3 === 0],
    ['assignUserId=none', (index: number) => index % 4 < 2 && index % 3 !== 0],
    ['memberId=member-2&status=skipped', (index: number) => index % 4 === 3 && index % 5 === 2],
    ['labelId=label-1', (index: number) => index % 4 < 2 && index % 2 === 1],
    ['labelIds=label-0,label-1&limit=3', (index: number) => index % 4 < 2],
  ])('filters by %s', async (query, matches) => {
    expect(await idsOf(query)).toEqual(expected(matches));
  });

  it.each(['status=sleeping', 'status=', 'limit=0', 'cursor=made-up', 'who=ann', 'ids='])(
    'refuses %s',
    async (query) => {
      const { body } = await listStaff().get(`/tasks?${query}`).expect(400);
      expect(body.code).toMatch(/^request\./);
    },
  );

  it('reads and changes what an older version stored', async () => {
    const space = 'space-old';
    const {
      reminder: _reminder,
      dueAt: _dueAt,
      wakeAt: _wakeAt,
      edition: _edition,
      ...old
    } = {
      ...documentOf(1, 'waiting'),
    };
    const { dueAt: _due, ...mirror } = old.mirror!;
    // Bypasses the schema: documents of versions without these fields.
    await repository['store'].model.collection.insertOne({
      _id: `${space}/${old.id}` as never,
      ...old,
      mirror,
      space,
      version: 4,
      createdAt: new Date(),
      updatedAt: new Date(),
    });
    const reader = service.asStaff({ staffId: 'ann', space });
    const { body } = await reader.get('/tasks').expect(200);
    expect(body.items).toMatchObject([{ id: old.id, version: 4, task: { dueAt: null } }]);
    const dueAt = new Date(NOW + 48 * HOUR).toISOString();
    const changed = await reader
      .patch(`/tasks/${old.id}`)
      .set('if-match', '"4"')
      .send({ dueAt })
      .expect(200);
    expect(changed.body).toMatchObject({ version: 5, task: { dueAt }, remindMinutes: 1_440 });
    await reader.delete(`/tasks/${old.id}`).expect(204);
  });

  it('refuses a cursor of another filter', async () => {
    const { body } = await listStaff().get('/tasks').expect(200);
    await listStaff().get(`/tasks?status=done&cursor=${body.nextCursor}`).expect(400);
  });

  it.each([
    ['a status', {}, undefined],
    ['an assignee', { assignUserId: 'ann' }, undefined],
    ['nobody', { assignUserId: null }, undefined],
    ['a member', {}, { memberId: 'member-2' }],
    ['a label', {}, { labelId: 'label-1' }],
  ])('reads %s from an index, no more than it returns', async (_what, filter, named) => {
    for (const after of [null, { at: new Date(START + 90 * 60_000), id: 'task-0090' }]) {
      const query = repository['query'](
        'space-list',
        listFilter({ status: 'inProgress', ...named }, filter, after),
        { sort: { statusUpdatedAt: -1, id: -1 }, limit: 5 },
      );
      const plan = await explainOf(query);
      expect(plan.stages).toContain('IXSCAN');
      expect(plan.stages).not.toContain('SORT');
      expect(plan.returned).toBeGreaterThan(0);
      expect(plan.keysExamined).toBeLessThanOrEqual(plan.returned + 2);
    }
  });

  it('shows what is overdue, and what is due within a week, the nearest first', async () => {
    const due = (last: number) => expected((index) => index % 8 < 2 && index - 80 < last).reverse();
    expect(await idsOf('due=overdue&limit=3')).toEqual(due(0));
    expect(await idsOf('due=week')).toEqual(due(7 * 24));
    expect(await idsOf('due=overdue&assignUserId=ann')).toEqual(
      due(0).filter((id) => Number(id.slice(-4)) % 3 === 0),
    );
    await listStaff().get('/tasks?due=someday').expect(400);
  });

  it.each([
    ['a status', {}],
    ['an assignee', { assignUserId: 'ann' }],
  ])('reads what is due of %s from an index', async (_what, filter) => {
    const query = repository['query'](
      'space-list',
      listFilter({ status: 'inProgress' }, { due: 'overdue', ...filter }, null),
      { sort: { dueAt: 1, id: 1 }, limit: 3 },
    );
    const plan = await explainOf(query);
    expect(plan.stages).toContain('IXSCAN');
    expect(plan.stages).not.toContain('SORT');
    expect(plan.returned).toBe(3);
    expect(plan.keysExamined).toBeLessThanOrEqual(4);
  });

  it('finds the comments of a post by an index', async () => {
    const plan = await explainOf(
      repository['query']('space-list', { postId: 'task-0007', commentId: { $ne: null } }),
    );
    expect(plan.stages).toContain('IXSCAN');
    expect(plan.keysExamined).toBeLessThanOrEqual(2);
  });

  it('finds the next assignee of a column by one key', async () => {
    const query = repository['query'](
      'space-list',
      { column: 'done', assignUserId: { $gt: '' } },
      { sort: { assignUserId: 1 }, limit: 1, hint: BY_ASSIGNEE },
    );
    const plan = await explainOf(query);
    expect(plan.stages).not.toContain('SORT');
    expect(plan).toMatchObject({ index: BY_ASSIGNEE, returned: 1 });
    expect(plan.keysExamined).toBeLessThanOrEqual(2);
  });

  it('counts by status and by staff what the lists show', async () => {
    const one = postFacts({ mirror: mirrorOf({ assignUserId: 'ann' }) });
    const two = postFacts({ mirror: mirrorOf({ status: 'done' }) });
    for (const facts of [one, two]) {
      await service.publish(events.postCreated, {
        aggregate: { type: 'post', id: facts.postId },
        data: facts,
      });
    }
    await eventually(async () => {
      const { body } = await staff.get('/tasks/counts').expect(200);
      expect(body.counts).toEqual({ waiting: 1, inProgress: 0, done: 1, skipped: 0 });
    });
    await staff.patch(`/tasks/${one.postId}`).send({ status: 'done', assignUserId: 'bob' });
    const { body } = await staff.get('/tasks/counts').expect(200);
    expect(body.counts).toEqual({ waiting: 0, inProgress: 0, done: 2, skipped: 0 });
    expect(body.byStaff).toEqual(
      expect.arrayContaining([
        { assignUserId: 'bob', counts: { waiting: 0, inProgress: 0, done: 1, skipped: 0 } },
        { assignUserId: null, counts: { waiting: 0, inProgress: 0, done: 1, skipped: 0 } },
      ]),
    );
    expect(body.byStaff).toHaveLength(2);
    await staff.delete(`/tasks/${two.postId}`).expect(204);
    const none = await staff.get('/tasks/counts?assignUserId=none').expect(200);
    expect(none.body.counts.done).toBe(0);
  });
});
