import { events, SAVED_SEARCH_LIMIT, type SavedSearch } from '@engawa/contracts';
import { explainOf } from '@engawa/persistence';
import {
  answerAs,
  eventually,
  joinCalls,
  startTestService,
  type TestCaller,
  type TestService,
} from '@engawa/testing';
import { search } from '../index';
import { NameRepository } from '../name/name.repository';
import { SavedSearchRepository } from './saved-search.repository';
import { SavedSearchService } from './saved-search.service';
import { SAVED_SEARCH_NAME_INDEX } from './saved-search.schema';

const criteria = { q: '空調', labelId: 'businessIssue', issue: 'open', from: '2026-11-01' };
const whole = {
  ...criteria,
  kind: null,
  staffId: null,
  memberId: null,
  otherMemberId: null,
  taskStatus: null,
  until: null,
};

describe('saved searches (SRC-2)', () => {
  let service: TestService;
  let staff: TestCaller;
  let count = 0;

  beforeAll(async () => {
    service = await startTestService(search);
    const tellLabel = (labelId: string, space = 'space-a') =>
      service.publish(events.labelCreated, {
        ...{ space, aggregate: { type: 'label', id: labelId } },
        data: { labelId, name: labelId, isIssue: true, order: 1 },
      });
    await tellLabel('businessIssue');
    const names = service.running.app.get(NameRepository);
    await eventually(async () =>
      expect(await names.findById('space-a', 'label-businessIssue')).not.toBeNull(),
    );
  });
  beforeEach(() => {
    count += 1;
    staff = service.asStaff({ staffId: `staff-${count}` });
  });
  afterAll(() => service?.stop());

  async function save(displayName: string): Promise<SavedSearch> {
    const { body } = await staff
      .post('/search/saved-searches')
      .send({ displayName, criteria })
      .expect(201);
    return body;
  }
  const listed = async (caller = staff) =>
    (await caller.get('/search/saved-searches').expect(200)).body.items as SavedSearch[];

  it('are kept, listed by name, changed and forgotten', async () => {
    const second = await save('べつの');
    const first = await save('あす');
    expect(first).toMatchObject({ displayName: 'あす', criteria: whole, version: 1 });
    expect(await listed()).toEqual([first, second]);
    const { body } = await staff
      .patch(`/search/saved-searches/${first.id}`)
      .set('if-match', '"1"')
      .send({ displayName: 'あさって', criteria: { q: '鍵' } })
      .expect(200);
    expect(body).toMatchObject({
      displayName: 'あさって',
      criteria: { q: '鍵', labelId: null, from: null },
      version: 2,
    });
    await staff.delete(`/search/saved-searches/${first.id}`).expect(204);
    expect(await listed()).toEqual([second]);
  });

  it('have one name once, however it is written, until it is free again', async () => {
    const first = await save('カフェ');
    const taken = await staff
      .post('/search/saved-searches')
      .send({ displayName: 'ｶﾌｪ', criteria })
      .expect(409);
    expect(taken.body.code).toBe('search.saved-search.name-taken');
    const other = await save('ほか');
    await staff
      .patch(`/search/saved-searches/${other.id}`)
      .set('if-match', '*')
      .send({ displayName: 'かふぇ' })
      .expect(409);
    await staff.delete(`/search/saved-searches/${first.id}`).expect(204);
    await save('カフェ');
  });

  it('ask only for staff, members and labels of their own space', async () => {
    const nobody = () => [];
    const owners = await Promise.all([
      answerAs(service, 'identity', { 'identity.findStaffs': nobody }),
      answerAs(service, 'members', { 'members.findMembers': nobody }),
      answerAs(service, 'timeline', { 'timeline.findLabels': nobody }),
    ]);
    const unknown = {
      ...{ staffId: 'x', memberId: 'x', otherMemberId: 'x' },
      labelId: 'label-of-another-space',
    };
    const own = await save('own');
    for (const answer of [
      staff.post('/search/saved-searches').send({ displayName: 'x', criteria: unknown }),
      staff
        .patch(`/search/saved-searches/${own.id}`)
        .set('if-match', '*')
        .send({ criteria: unknown }),
    ]) {
      const { body } = await answer.expect(422);
      expect(body.code).toBe('search.saved-search.unknown-criterion');
      expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(
        Object.keys(unknown).map((field) => `/body/criteria/${field}`),
      );
    }
    await staff
      .post('/search/saved-searches')
      .send({ displayName: 'none', criteria: { labelId: 'none' } })
      .expect(201);
    await Promise.all(owners.map((owner) => owner.close()));
  });

  it('lose a label that is deleted, publish it to their owner and refuse it from then on', async () => {
    const label = { labelId: 'leaving', name: '季節', isIssue: false, order: 1 };
    const aggregate = { type: 'label', id: label.labelId };
    const names = service.running.app.get(NameRepository);
    for (const space of ['space-a', 'space-b']) {
      await service.publish(events.labelCreated, { space, aggregate, data: label });
      await eventually(async () =>
        expect(await names.findById(space, 'label-leaving')).not.toBeNull(),
      );
    }
    const leaving = { ...criteria, labelId: 'leaving' };
    const body = { displayName: '季節', criteria: leaving };
    const { body: saved } = await staff.post('/search/saved-searches').send(body).expect(201);
    const other = await save('別のラベル');
    const foreigner = service.asStaff({ staffId: staff.staffId, space: 'space-b' });
    await foreigner.post('/search/saved-searches').send(body).expect(201);

    await service.publish(events.labelDeleted, { aggregate, version: 2, data: label });

    await eventually(async () => {
      expect(await listed()).toMatchObject([
        { id: other.id, version: 1, criteria: whole },
        { id: saved.id, version: 2, criteria: { ...whole, labelId: null } },
      ]);
    });
    expect(await listed(foreigner)).toMatchObject([{ version: 1, criteria: leaving }]);
    await eventually(() => {
      const told = service.events
        .of(events.savedSearchChanged)
        .filter(({ aggregate: { id } }) => id === saved.id);
      expect(told.map(({ version, actor, data }) => [version, actor, data.staffId])).toEqual([
        [1, staff.staffId, staff.staffId],
        [2, null, staff.staffId],
      ]);
    });
    const refused = await staff
      .patch(`/search/saved-searches/${saved.id}`)
      .set('if-match', '*')
      .send({ criteria: leaving })
      .expect(422);
    expect(refused.body.errors).toMatchObject([{ pointer: '/body/criteria/labelId' }]);
  });

  it("are each staff member's alone: another's, another space's and unknown ones answer 404", async () => {
    const own = await save('mine');
    for (const caller of [
      service.asStaff({ staffId: 'somebody' }),
      service.asStaff({ staffId: staff.staffId, space: 'space-b' }),
    ]) {
      await caller
        .patch(`/search/saved-searches/${own.id}`)
        .set('if-match', '*')
        .send({ displayName: 'x' })
        .expect(404);
      await caller.delete(`/search/saved-searches/${own.id}`).expect(404);
      expect(await listed(caller)).toEqual([]);
    }
    await staff.delete('/search/saved-searches/unknown').expect(404);
    expect(await listed()).toHaveLength(1);
  });

  it('publish each change to the other windows of their owner, without contents', async () => {
    const own = await save('秘密の名前');
    await staff
      .patch(`/search/saved-searches/${own.id}`)
      .set('if-match', '*')
      .send({ displayName: '別' })
      .expect(200);
    await staff.delete(`/search/saved-searches/${own.id}`).expect(204);
    await eventually(() => {
      const told = service.events
        .of(events.savedSearchChanged)
        .filter(({ aggregate }) => aggregate.id === own.id);
      expect(told.map(({ version }) => version)).toEqual([1, 2, 3]);
      for (const { data, actor } of told) {
        expect(data).toEqual({ staffId: staff.staffId, savedSearchId: own.id });
        expect(actor).toBe(staff.staffId);
      }
    });
  });

  it('are deleted, with an event, where one loses its name to another', async () => {
    const left = await save('残る');
    const gone = await save('消える');
    const repository = service.running.app.get(SavedSearchRepository);
    const document = await repository.findById('space-a', gone.id);
    await repository.redact(document!, '残る', document!.criteria);
    expect(await listed()).toEqual([left]);
    await eventually(() => {
      const told = service.events
        .of(events.savedSearchChanged)
        .filter(({ aggregate }) => aggregate.id === gone.id);
      expect(told.map(({ actor }) => actor)).toEqual([staff.staffId, null]);
    });
  });

  it('answer the current version where they were changed elsewhere', async () => {
    const own = await save('a');
    await staff
      .patch(`/search/saved-searches/${own.id}`)
      .set('if-match', '*')
      .send({ displayName: 'b' })
      .expect(200);
    const { body } = await staff
      .patch(`/search/saved-searches/${own.id}`)
      .set('if-match', '"1"')
      .send({ displayName: 'c' })
      .expect(412);
    expect(body.current).toMatchObject({ displayName: 'b', version: 2 });
    await staff.delete(`/search/saved-searches/${own.id}`).set('if-match', '"1"').expect(412);
    expect(await listed()).toHaveLength(1);
  });

  it.each([
    ['no name', { criteria }],
    ['an empty name', { displayName: '  ', criteria }],
    ['a long name', { displayName: 'あ'.repeat(51), criteria }],
    ['no criteria', { displayName: 'x' }],
    ['an operator as a value', { displayName: { $gt: '' }, criteria }],
    ['an unknown criterion', { displayName: 'x', criteria: { $where: '1' } }],
    ['a day that is none', { displayName: 'x', criteria: { from: '2026-13-01' } }],
    ['an unknown field', { displayName: 'x', criteria, staffId: 'other' }],
  ])('refuse %s and save nothing', async (_what, input) => {
    const { status, body } = await staff.post('/search/saved-searches').send(input);
    expect([status, body.code]).toEqual([400, 'request.invalid']);
    expect(await listed()).toEqual([]);
  });

  it('are saved once where a request is sent again under its key', async () => {
    const send = () =>
      staff
        .post('/search/saved-searches')
        .set('idempotency-key', `key-of-${staff.staffId}`)
        .send({ displayName: 'もう一度', criteria })
        .expect(201);
    const first = await send();
    expect((await send()).body).toEqual(first.body);
    expect(await listed()).toHaveLength(1);
  });

  it('are no more than the limit', async () => {
    for (let index = 0; index < SAVED_SEARCH_LIMIT; index += 1) await save(`search ${index}`);
    const { body } = await staff
      .post('/search/saved-searches')
      .send({ displayName: 'one more', criteria })
      .expect(409);
    expect(body.code).toBe('search.saved-search.too-many');
  });

  it('lose a label that is deleted between the check and the write', async () => {
    const { app } = service.running;
    const label = { labelId: 'sudden', name: '急', isIssue: false, order: 1 };
    const aggregate = { type: 'label', id: label.labelId };
    await service.publish(events.labelCreated, { aggregate, data: label });
    await eventually(async () =>
      expect(await app.get(NameRepository).findById('space-a', 'label-sudden')).not.toBeNull(),
    );
    const searches = app.get(SavedSearchRepository);
    const insert = searches.insert.bind(searches);
    const removed = jest.spyOn(app.get(SavedSearchService), 'removeLabel');
    jest.spyOn(searches, 'insert').mockImplementationOnce(async (...given) => {
      await service.publish(events.labelDeleted, { aggregate, version: 2, data: label });
      await eventually(() => expect(removed).toHaveBeenCalledWith('space-a', label.labelId));
      await removed.mock.results.at(-1)!.value;
      return insert(...given);
    });
    try {
      const sent = { displayName: '急', criteria: { ...criteria, labelId: label.labelId } };
      await staff.post('/search/saved-searches').send(sent).expect(201);
      await eventually(async () =>
        expect(await listed()).toMatchObject([{ criteria: { ...whole, labelId: null } }]),
      );
    } finally {
      jest.restoreAllMocks();
    }
  });

  it('are no more than the limit at the same moment either', async () => {
    const searches = service.running.app.get(SavedSearchRepository);
    for (let index = 1; index < SAVED_SEARCH_LIMIT; index += 1) await save(`search ${index}`);
    const restore = joinCalls(searches, 'findOfStaff');
    const answers = await Promise.all(
      ['one', 'other'].map((displayName) =>
        staff.post('/search/saved-searches').send({ displayName, criteria }),
      ),
    ).finally(restore);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await listed()).toHaveLength(SAVED_SEARCH_LIMIT);
    const saved = answers.find(({ status }) => status === 201)!.body as SavedSearch;
    await staff.delete(`/search/saved-searches/${saved.id}`).expect(204);
    await save('third');
  });

  it('are found by an index', async () => {
    await save('planned');
    const repository = service.running.app.get(SavedSearchRepository);
    // Deleted searches leave the index once their events are published.
    await eventually(async () => {
      const plan = await explainOf(repository.ofStaffQuery('space-a', staff.staffId));
      expect(plan).toMatchObject({ index: SAVED_SEARCH_NAME_INDEX, returned: 1, docsExamined: 1 });
      expect(plan.stages).not.toContain('SORT');
    });
  });
});
