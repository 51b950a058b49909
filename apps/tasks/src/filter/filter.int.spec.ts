import { events, TASK_FILTER_LIMIT, type TaskFilter } from '@engawa/contracts';
import { explainOf } from '@engawa/persistence';
import {
  answerAs,
  eventually,
  joinCalls,
  staffFacts,
  startTestService,
  type TestCaller,
  type TestService,
} from '@engawa/testing';
import { tasks } from '../index';
import { LabelRepository } from '../label/label.repository';
import { FilterRepository } from './filter.repository';
import { FilterService } from './filter.service';

const criteria = {
  statuses: ['waiting'],
  assignUserId: 'me',
  labelIds: ['red'],
  due: 'overdue',
} as const;

describe('saved task filters (TSK-2)', () => {
  let service: TestService;
  let staff: TestCaller;
  let count = 0;

  beforeAll(async () => {
    service = await startTestService(tasks);
    for (const [space, labelId] of [
      ['space-a', 'red'],
      ['space-a', 'leaving'],
      ['space-b', 'foreign'],
    ] as const) {
      const facts = { labelId, name: labelId, isIssue: false, order: 1 };
      await service.publish(events.labelCreated, {
        ...{ space, data: facts },
        aggregate: { type: 'label', id: labelId },
      });
      const labels = service.running.app.get(LabelRepository);
      await eventually(async () => expect(await labels.findById(space, labelId)).not.toBeNull());
    }
  });
  beforeEach(() => {
    count += 1;
    staff = service.asStaff({ staffId: `staff-${count}` });
  });
  afterAll(() => service?.stop());

  async function create(displayName: string) {
    const { body } = await staff.post('/task-filters').send({ displayName, criteria }).expect(201);
    return body;
  }

  it('keeps, lists by name, changes and forgets them', async () => {
    const second = await create('べつの');
    const first = await create('あす');
    expect(first).toMatchObject({
      userId: staff.staffId,
      displayName: 'あす',
      criteria,
      version: 1,
    });
    const { body } = await staff.get('/task-filters').expect(200);
    expect(body.items).toEqual([first, second]);
    const changed = await staff
      .patch(`/task-filters/${first.id}`)
      .set('if-match', '"1"')
      .send({ displayName: 'あさって', criteria: {} })
      .expect(200);
    expect(changed.body).toMatchObject({
      displayName: 'あさって',
      criteria: { statuses: [], assignUserId: null, labelIds: [], due: null },
      version: 2,
    });
    await staff.delete(`/task-filters/${first.id}`).expect(204);
    const left = await staff.get('/task-filters').expect(200);
    expect(left.body.items).toEqual([second]);
    await eventually(() => {
      const told = service.events
        .of(events.taskFilterChanged)
        .filter(({ data }) => data.filterId === first.id);
      expect(told.map(({ version }) => version)).toEqual([1, 2, 3]);
    });
  });

  it('refuses a second one of the same name, however it is written, until the first is gone', async () => {
    const first = await create('カフェ');
    const answers = await Promise.all(
      ['ｶﾌｪ', 'かふぇ', 'カフェ'].map((displayName) =>
        staff.post('/task-filters').send({ displayName, criteria }),
      ),
    );
    for (const { status, body } of answers) {
      expect(status).toBe(409);
      expect(body.code).toBe('tasks.filter.name-taken');
    }
    const other = await create('ほか');
    await staff
      .patch(`/task-filters/${other.id}`)
      .set('if-match', '*')
      .send({ displayName: 'ｶﾌｪ' })
      .expect(409);
    await staff.delete(`/task-filters/${first.id}`).expect(204);
    await create('カフェ');
    const stranger = service.asStaff({ staffId: 'stranger' });
    await stranger.post('/task-filters').send({ displayName: 'カフェ', criteria }).expect(201);
  });

  it('takes labels of its own space only, and loses those that are deleted', async () => {
    const save = (labelIds: string[]) =>
      staff.post('/task-filters').send({ displayName: 'labels', criteria: { labelIds } });
    for (const unknown of ['foreign', 'none']) {
      const { body } = await save(['red', unknown]).expect(422);
      expect(body.code).toBe('tasks.task.unknown-label');
    }
    const { body: saved } = await save(['red', 'leaving']).expect(201);
    await service.publish(events.labelDeleted, {
      aggregate: { type: 'label', id: 'leaving' },
      version: 2,
      data: { labelId: 'leaving', name: '', isIssue: false, order: 1 },
    });
    await eventually(async () => {
      const { body } = await staff.get('/task-filters').expect(200);
      expect(body.items).toMatchObject([{ id: saved.id, criteria: { labelIds: ['red'] } }]);
    });
    const refused = await staff
      .patch(`/task-filters/${saved.id}`)
      .set('if-match', '*')
      .send({ criteria: { labelIds: ['leaving'] } })
      .expect(422);
    expect(refused.body.code).toBe('tasks.task.unknown-label');
  });

  it('refuses an assignee who is not of its own space, and saves nothing', async () => {
    for (const [space, staffId] of [
      ['space-a', 'colleague'],
      ['space-b', 'foreigner'],
    ] as const) {
      await service.publish(events.staffAdded, { space, data: staffFacts({ staffId }) });
    }
    const asked: { space: string; ids: string[] }[] = [];
    const identity = await answerAs(service, 'identity', {
      'identity.findStaffs': (question: { space: string; ids: string[] }) => {
        asked.push(question);
        return [];
      },
    });
    const save = (assignUserId: string) =>
      staff.post('/task-filters').send({ displayName: '担当', criteria: { assignUserId } });
    await eventually(async () => {
      const { body } = await save('colleague').expect(201);
      await staff.delete(`/task-filters/${body.id}`).expect(204);
    });
    for (const unknown of ['foreigner', 'nobody']) {
      const { body } = await save(unknown).expect(422);
      expect(body.code).toBe('tasks.task.unknown-assignee');
      expect(asked).toContainEqual({ space: 'space-a', ids: [unknown] });
    }
    expect((await staff.get('/task-filters')).body.items).toEqual([]);
    const own = await create('own');
    await staff
      .patch(`/task-filters/${own.id}`)
      .set('if-match', '*')
      .send({ criteria: { assignUserId: 'nobody' } })
      .expect(422);
    expect((await staff.get('/task-filters')).body.items).toEqual([own]);
    await identity.close();
  });

  it("answers 404 for another's, another space's and unknown ones", async () => {
    const own = await create('mine');
    for (const caller of [
      service.asStaff({ staffId: 'somebody' }),
      service.asStaff({ staffId: staff.staffId, space: 'space-b' }),
    ]) {
      await caller
        .patch(`/task-filters/${own.id}`)
        .set('if-match', '*')
        .send({ displayName: 'x' })
        .expect(404);
      await caller.delete(`/task-filters/${own.id}`).expect(404);
    }
    await staff.delete('/task-filters/unknown').expect(404);
    expect((await staff.get('/task-filters')).body.items).toHaveLength(1);
  });

  it('answers the current version where it was changed elsewhere', async () => {
    const own = await create('a');
    await staff
      .patch(`/task-filters/${own.id}`)
      .set('if-match', '*')
      .send({ displayName: 'b' })
      .expect(200);
    const { body } = await staff
      .patch(`/task-filters/${own.id}`)
      .set('if-match', '"1"')
      .send({ displayName: 'c' })
      .expect(412);
    expect(body.current).toMatchObject({ displayName: 'b', version: 2 });
  });

  it.each([
    [{ displayName: '', criteria }],
    [{ displayName: 'x'.repeat(51), criteria }],
    [{ displayName: 'x' }],
    [{ displayName: { $gt: '' }, criteria }],
    [{ displayName: 'x', criteria: { statuses: ['sleeping'] } }],
    [{ displayName: 'x', criteria: { $where: '1' } }],
  ])('refuses %j', async (input) => {
    await staff.post('/task-filters').send(input).expect(400);
    expect((await staff.get('/task-filters')).body.items).toEqual([]);
  });

  it('saves no more than the limit', async () => {
    for (let index = 0; index < TASK_FILTER_LIMIT; index += 1) await create(`filter ${index}`);
    const { body } = await staff
      .post('/task-filters')
      .send({ displayName: 'one more', criteria })
      .expect(409);
    expect(body.code).toBe('tasks.filter.too-many');
  });

  it('loses a label that is deleted between the check and the write', async () => {
    const { app } = service.running;
    const label = { labelId: 'sudden', name: '', isIssue: false, order: 1 };
    const aggregate = { type: 'label', id: label.labelId };
    await service.publish(events.labelCreated, { aggregate, data: label });
    await eventually(async () =>
      expect(await app.get(LabelRepository).findById('space-a', label.labelId)).not.toBeNull(),
    );
    const filters = app.get(FilterRepository);
    const insert = filters.insert.bind(filters);
    const removed = jest.spyOn(app.get(FilterService), 'removeLabel');
    jest.spyOn(filters, 'insert').mockImplementationOnce(async (...given) => {
      await service.publish(events.labelDeleted, { aggregate, version: 2, data: label });
      await eventually(() => expect(removed).toHaveBeenCalledWith('space-a', label.labelId));
      await removed.mock.results.at(-1)!.value;
      return insert(...given);
    });
    try {
      const sent = { displayName: '急', criteria: { labelIds: ['red', label.labelId] } };
      await staff.post('/task-filters').send(sent).expect(201);
      await eventually(async () => {
        const { body } = await staff.get('/task-filters').expect(200);
        expect(body.items).toMatchObject([{ criteria: { labelIds: ['red'] } }]);
      });
    } finally {
      jest.restoreAllMocks();
    }
  });

  it('saves no more than the limit at the same moment either', async () => {
    const filters = service.running.app.get(FilterRepository);
    for (let index = 1; index < TASK_FILTER_LIMIT; index += 1) await create(`filter ${index}`);
    const save = (displayName: string) =>
      staff.post('/task-filters').send({ displayName, criteria });
    const restore = joinCalls(filters, 'findOfStaff');
    const answers = await Promise.all([save('one'), save('other')]).finally(restore);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await filters.findOfStaff('space-a', staff.staffId)).toHaveLength(TASK_FILTER_LIMIT);
    // A deleted one leaves its place at once, also while its event is not published.
    const saved = answers.find(({ status }) => status === 201)!.body;
    await staff.delete(`/task-filters/${saved.id}`).expect(204);
    await save('third').expect(201);
  });

  it('saves one where a request is sent again under its key', async () => {
    const send = (displayName: string) =>
      staff
        .post('/task-filters')
        .set('idempotency-key', `key-of-${staff.staffId}`)
        .send({ displayName, criteria });
    const first = await send('もう一度').expect(201);
    const again = await send('もう一度').expect(201);
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect((await send('別の名前').expect(422)).body.code).toBe('request.idempotency-mismatch');
    expect((await staff.get('/task-filters')).body.items).toEqual([first.body]);
  });

  it.each([
    ['no name', { criteria }],
    ['an empty name', { displayName: '  ', criteria }],
    ['a long name', { displayName: 'あ'.repeat(51), criteria }],
    ['a status that does not exist', { displayName: 'x', criteria: { statuses: ['later'] } }],
    ['an operator in place of a value', { displayName: { $ne: '' }, criteria }],
    ['an operator in the criteria', { displayName: 'x', criteria: { assignUserId: { $gt: '' } } }],
    ['an unknown field', { displayName: 'x', criteria, userId: 'somebody' }],
    ['an unknown criterion', { displayName: 'x', criteria: { $where: '1' } }],
    ['too many labels', { displayName: 'x', criteria: { labelIds: Array(11).fill('a') } }],
  ])('refuses %s and saves nothing', async (_what, input) => {
    const { status, body } = await staff.post('/task-filters').send(input);
    expect([status, body.code]).toEqual([400, 'request.invalid']);
    expect(body.errors.length).toBeGreaterThan(0);
    expect((await staff.get('/task-filters')).body.items).toEqual([]);
  });

  it('loses the name of an erased member, which a new one can take (MBR-5)', async () => {
    const findErasure = () => ({
      memberIds: ['m1'],
      whole: ['八木沢実', '八木沢 実'],
      part: ['八木沢'],
    });
    const members = await answerAs(service, 'members', { 'members.findErasure': findErasure });
    const named = await create('八木沢 実の件');
    const second = await create('八木沢実の件');
    const other = await create('月末まで');
    const stranger = service.asStaff({ staffId: 'foreigner', space: 'space-b' });
    await stranger
      .post('/task-filters')
      .send({ displayName: '八木沢実', criteria: {} })
      .expect(201);
    const list = async () => (await staff.get('/task-filters').expect(200)).body.items;

    await service.publish(events.memberErased, { data: { memberId: 'm1', memberIds: ['m1'] } });
    await eventually(async () => expect(JSON.stringify(await list())).not.toContain('八木沢'));
    const left = new Map<string, TaskFilter>(
      (await list()).map((one: TaskFilter) => [one.id, one]),
    );
    const redacted = { displayName: '■■の件', criteria, version: 2 };
    expect(left.get(named.id)).toMatchObject(redacted);
    expect(left.get(second.id)).toMatchObject(redacted);
    expect(left.get(other.id)).toEqual(other);
    await eventually(() => {
      const told = service.events
        .of(events.taskFilterChanged)
        .filter(({ data }) => data.filterId === named.id);
      expect(told.map(({ version }) => version)).toEqual([1, 2]);
    });
    expect((await stranger.get('/task-filters')).body.items[0].displayName).toBe('八木沢実');
    const document = await service.running.app.get(FilterRepository).findById('space-a', named.id);
    expect(JSON.stringify(document)).not.toContain('八木沢');

    await create('八木沢 実の件');
    await create('■■の件');
    await members.close();
  });

  it('finds them by an index', async () => {
    await create('planned');
    const repository = service.running.app.get(FilterRepository);
    const plan = await explainOf(
      repository['query']('space-a', { userId: staff.staffId }, { sort: { nameKey: 1 } }),
    );
    expect(plan).toMatchObject({ index: 'name', returned: 1 });
    expect(plan.stages).not.toContain('SORT');
  });
});
