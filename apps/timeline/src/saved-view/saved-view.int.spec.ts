import {
  events,
  SAVED_VIEW_LIMIT,
  viewPages,
  type Label,
  type SavedView,
  type ViewPage,
} from '@engawa/contracts';
import type { EventTransport } from '@engawa/events';
import { explainOf } from '@engawa/persistence';
import {
  answerAs,
  eventually,
  joinCalls,
  memberFacts,
  type TestCaller,
  type TestService,
} from '@engawa/testing';
import { callersOf, people, startTimeline } from '../timeline.fixture';
import { SavedViewRepository } from './saved-view.repository';
import { SavedViewClearing } from './saved-view-clearing.service';

describe('saved views (TML-14)', () => {
  let service: TestService;
  let writer: TestCaller;
  let other: TestCaller;
  let admin: TestCaller;
  let foreign: TestCaller;
  let owners: EventTransport;
  let count = 0;

  beforeAll(async () => {
    service = await startTimeline();
    owners = await answerAs(service, 'member-types', {
      'members.findMemberTypes': () => ['type-gone', 'type-kept', 'type-a'],
    });
    ({ writer, other, admin, foreign } = callersOf(service));
  });
  afterAll(async () => {
    await owners?.close();
    await service?.stop();
  });
  afterEach(async () => {
    for (const caller of [writer, other]) {
      for (const page of viewPages) {
        for (const view of await listed(caller, page)) {
          await caller.delete(`/saved-views/${view.id}`);
        }
      }
    }
  });

  async function save(input: object = {}, by = writer): Promise<SavedView> {
    count += 1;
    const body = { displayName: `ビュー ${count}`, criteria: {}, ...input };
    return (await by.post('/saved-views').send(body).expect(201)).body;
  }
  const listed = async (by = writer, page: ViewPage = 'timeline'): Promise<SavedView[]> =>
    (await by.get(`/saved-views?page=${page}`).expect(200)).body.items;
  const idsOf = (views: SavedView[]) => views.map(({ id }) => id);

  const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();

  it('are no more than the limit when two are saved at the same moment', async () => {
    for (let index = 1; index < SAVED_VIEW_LIMIT; index += 1) await save();
    const restore = joinCalls(service.running.app.get(SavedViewRepository), 'findOf');
    const answers = await Promise.all(
      ['one', 'other'].map((displayName) =>
        writer.post('/saved-views').send({ displayName, criteria: {} }),
      ),
    ).finally(restore);
    expect(statusesOf(answers)).toEqual([201, 409]);
    const views = await listed();
    expect(views).toHaveLength(SAVED_VIEW_LIMIT);
    await writer.delete(`/saved-views/${views[0]!.id}`).expect(204);
    await save();
  });

  it('are no more than the limit in the space when two are shared at the same moment', async () => {
    const views = service.running.app.get(SavedViewRepository);
    const mine: SavedView[] = [];
    for (let index = 1; index < SAVED_VIEW_LIMIT; index += 1)
      mine.push(await save({ shared: true }));
    const kept = await save({}, other);
    const restore = joinCalls(views, 'findShared');
    const answers = await Promise.all([
      writer.post('/saved-views').send({ displayName: 'one', criteria: {}, shared: true }),
      other.patch(`/saved-views/${kept.id}`).set('if-match', '*').send({ shared: true }),
    ]).finally(restore);
    expect([201, 200]).toContain(answers.find(({ status }) => status !== 409)?.status);
    expect(statusesOf(answers).at(-1)).toBe(409);
    expect(await views.findShared('space-a')).toHaveLength(SAVED_VIEW_LIMIT);
    // A view that is shared no longer, and a deleted one, leave their places.
    const [last, next] = mine.slice(-2);
    await writer
      .patch(`/saved-views/${last!.id}`)
      .set('if-match', '*')
      .send({ shared: false })
      .expect(200);
    await save({ shared: true }, other);
    await writer.delete(`/saved-views/${next!.id}`).expect(204);
    await save({ shared: true }, other);
  });

  it('belong to one staff member until they are shared with the space', async () => {
    const view = await save({ displayName: '未解決', criteria: { issue: 'open' } });
    expect(view).toMatchObject({
      shared: false,
      owner: { id: people.writer, displayName: '書き手' },
      criteria: { issue: 'open', unanswered: false, labelId: null },
    });
    expect(idsOf(await listed(other))).toEqual([]);
    await other
      .patch(`/saved-views/${view.id}`)
      .set('if-match', '*')
      .send({ displayName: 'x' })
      .expect(404);
    await other.get(`/posts?view=${view.id}`).expect(404);

    await writer
      .patch(`/saved-views/${view.id}`)
      .set('if-match', '*')
      .send({ shared: true })
      .expect(200);
    expect(idsOf(await listed(other))).toEqual([view.id]);
    expect(idsOf(await listed(foreign))).toEqual([]);
    await foreign.delete(`/saved-views/${view.id}`).expect(404);
    const refused = await other.delete(`/saved-views/${view.id}`).expect(403);
    expect(refused.body.code).toBe('timeline.saved-view.forbidden');
    await admin
      .patch(`/saved-views/${view.id}`)
      .set('if-match', '*')
      .send({ displayName: '課題' })
      .expect(200);
    await admin.delete(`/saved-views/${view.id}`).expect(204);
    expect(await listed()).toEqual([]);
  });

  it('are shared with the space only by who may write posts there', async () => {
    const token = service.asStaff({ staffId: 'token-1', scopes: ['post.read'] });
    const own = await save({}, token);
    const { body } = await token
      .post('/saved-views')
      .send({ displayName: 'みんなに', criteria: {}, shared: true })
      .expect(403);
    expect(body.code).toBe('auth.forbidden');
    await token
      .patch(`/saved-views/${own.id}`)
      .set('if-match', '*')
      .send({ shared: true })
      .expect(403);
    await token.delete(`/saved-views/${own.id}`).expect(204);
  });

  it('have a name once, however it is written, and are guarded by their version', async () => {
    const view = await save({ displayName: 'カフェ' });
    const taken = await writer
      .post('/saved-views')
      .send({ displayName: 'ｶﾌｪ', criteria: {} })
      .expect(409);
    expect(taken.body.code).toBe('timeline.saved-view.taken');
    const stale = await writer
      .patch(`/saved-views/${view.id}`)
      .set('if-match', '"9"')
      .send({ displayName: 'x' })
      .expect(412);
    expect(stale.body).toMatchObject({ code: 'timeline.saved-view.stale', current: view });
    await writer.delete(`/saved-views/${view.id}`).set('if-match', '"9"').expect(412);
    await writer.delete(`/saved-views/${view.id}`).expect(204);
    await save({ displayName: 'カフェ' });
  });

  it('stand in the order of each staff member', async () => {
    const [a, b, c] = [
      await save({ displayName: 'A', shared: true }),
      await save({ displayName: 'B', shared: true }),
      await save({ displayName: 'C', shared: true }),
    ];
    expect(idsOf(await listed())).toEqual([a.id, b.id, c.id]);
    const { body } = await writer
      .put('/saved-views/order')
      .send({ ids: [c.id, a.id, 'gone'] })
      .expect(200);
    expect(idsOf(body.items)).toEqual([c.id, a.id, b.id]);
    expect(idsOf(await listed(other))).toEqual([a.id, b.id, c.id]);
  });

  it('narrow listPosts by id; other parameters take precedence', async () => {
    const write = async (input: object): Promise<string> =>
      (
        await writer
          .post('/posts')
          .send({ memo: 'x', ...input })
          .expect(201)
      ).body.id;
    const early = await write({ talkedAt: '2020-02-01T14:59:59.000Z', memberIds: [people.sato] });
    const late = await write({ talkedAt: '2020-02-01T15:00:00.000Z', memberIds: [people.sato] });
    await write({ talkedAt: '2020-02-01T12:00:00.000Z' });
    const criteria = { memberId: people.sato, from: '2020-02-01', until: '2020-02-01' };
    const view = await save({ criteria });
    const read = async (query = '') =>
      (await writer.get(`/posts?view=${view.id}${query}`).expect(200)).body.items.map(
        ({ id }: { id: string }) => id,
      );
    // The day of the space, in Tokyo.
    expect(await read()).toEqual([early]);
    expect(await read('&to=2020-03-01T00:00:00.000Z')).toEqual([late, early]);
    await writer.get('/posts?view=unknown').expect(404);
  });

  it('ask only for staff, members and labels of their own space', async () => {
    const criteria = { labelId: 'x', ownerId: people.foreign, memberId: people.stranger };
    for (const answer of [
      writer.post('/saved-views').send({ displayName: 'x', criteria }),
      writer
        .patch(`/saved-views/${(await save()).id}`)
        .set('if-match', '*')
        .send({ criteria }),
    ]) {
      const { body } = await answer.expect(422);
      expect(body.code).toBe('timeline.saved-view.unknown-criterion');
      expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(
        Object.keys(criteria).map((field) => `/body/criteria/${field}`),
      );
    }
  });

  it('lose a label that is deleted, and stay when their owner is deactivated', async () => {
    const label = (await admin.post('/labels').send({ name: '備品', color: 'sky' }).expect(201))
      .body as Label;
    const view = await save({ shared: true, criteria: { labelId: label.id, hasTask: true } });
    await admin.delete(`/labels/${label.id}`).expect(204);
    await eventually(async () => {
      const [found] = await listed(other);
      expect(found?.criteria).toMatchObject({ labelId: null, hasTask: true });
    });
    const told = await service.events.receiveSuch(
      events.savedViewChanged,
      ({ data, actor }) => data.savedViewId === view.id && actor === null,
    );
    expect(told.version).toBe(2);
    const gone = await save({ shared: true }, service.asStaff({ staffId: people.gone }));
    expect((await listed(other)).find(({ id }) => id === gone.id)?.owner.deactivated).toBe(true);
    await admin.delete(`/saved-views/${gone.id}`).expect(204);
  });

  it('show the remaining member of a merge, and the former one after its undo', async () => {
    const mergedInto = (id: string | null, version: number) =>
      service.publish(events.memberUpdated, {
        version,
        data: memberFacts({ memberId: people.sato, mergedInto: id, deleted: id !== null }),
      });
    const memberOf = async (viewId: string) =>
      (await listed()).find(({ id }) => id === viewId)?.criteria.memberId;
    const view = await save({ criteria: { memberId: people.sato } });
    const other = await save({ criteria: { memberId: people.suzuki } });
    await mergedInto(people.suzuki, 50);
    await eventually(async () => expect(await memberOf(view.id)).toBe(people.suzuki));
    expect(await memberOf(other.id)).toBe(people.suzuki);

    // Sent back as they are shown, the criteria keep their member.
    const { body } = await writer
      .patch(`/saved-views/${view.id}`)
      .set('if-match', '*')
      .send({ criteria: { memberId: people.suzuki, mustRead: true } })
      .expect(200);
    expect(body.criteria).toMatchObject({ memberId: people.suzuki, mustRead: true });
    await mergedInto(null, 51);
    await eventually(async () => expect(await memberOf(view.id)).toBe(people.sato));
    expect(await memberOf(other.id)).toBe(people.suzuki);
  });

  it('of members have a list, names and an order of their own', async () => {
    const memberCriteria = { q: 'デザイン', sort: 'lastTalk', order: 'desc', deleted: true };
    const view = await save({ displayName: '見本', memberCriteria, shared: true });
    expect(view).toMatchObject({
      page: 'members',
      memberCriteria: { ...memberCriteria, typeId: null, kanaRow: null },
    });
    const feed = await save({ displayName: '見本', criteria: { mustRead: true } });
    expect(feed).toMatchObject({ page: 'timeline', memberCriteria: null });
    expect(idsOf(await listed(other, 'members'))).toEqual([view.id]);
    expect((await writer.get('/saved-views').expect(200)).body.items).toMatchObject([
      { id: feed.id },
    ]);
    const taken = await writer
      .post('/saved-views')
      .send({ displayName: '見本', memberCriteria: {} })
      .expect(409);
    expect(taken.body.code).toBe('timeline.saved-view.taken');

    const second = await save({ displayName: '見本 2', memberCriteria: {} });
    const third = await save({ displayName: '未読', criteria: { unanswered: true } });
    const order = async (page: ViewPage, ids: string[]) =>
      idsOf((await writer.put('/saved-views/order').send({ ids, page }).expect(200)).body.items);
    expect(await order('members', [second.id, view.id])).toEqual([second.id, view.id]);
    expect(await order('timeline', [third.id, feed.id])).toEqual([third.id, feed.id]);
    expect(idsOf(await listed(writer, 'members'))).toEqual([second.id, view.id]);
    // A view of members narrows no posts.
    await writer.get(`/posts?view=${view.id}`).expect(404);
  });

  it('stay of their page, and refuse orders and rows that no list has', async () => {
    const [feed, members] = [await save(), await save({ memberCriteria: {} })];
    for (const [view, change, pointer] of [
      [feed, { memberCriteria: {} }, '/body/memberCriteria'],
      [members, { criteria: {} }, '/body/criteria'],
    ] as const) {
      const { body } = await writer
        .patch(`/saved-views/${view.id}`)
        .set('if-match', '*')
        .send(change)
        .expect(422);
      expect(body.errors).toMatchObject([{ pointer }]);
    }
    const change = { memberCriteria: { kanaRow: 'sa' }, displayName: 'さ行' };
    const { body } = await writer
      .patch(`/saved-views/${members.id}`)
      .set('if-match', '*')
      .send(change)
      .expect(200);
    expect(body).toMatchObject({ displayName: 'さ行', memberCriteria: { kanaRow: 'sa', q: '' } });
    for (const wrong of [
      { sort: 'age' },
      { sort: 'custom:' },
      { sort: { $gt: '' } },
      { kanaRow: 'x' },
      { order: 'up' },
      { q: 'x'.repeat(20_000) },
      { typeId: { $ne: null } },
      { limit: 10 },
    ]) {
      const input = { displayName: 'x', memberCriteria: wrong };
      await writer.post('/saved-views').send(input).expect(400);
    }
  });

  it('lose a label that is deleted between the check and the write', async () => {
    const { app } = service.running;
    const { body: label } = await admin.post('/labels').send({ name: '急' }).expect(201);
    const views = app.get(SavedViewRepository);
    const insert = views.insert.bind(views);
    const removed = jest.spyOn(app.get(SavedViewClearing), 'removeLabel');
    jest.spyOn(views, 'insert').mockImplementationOnce(async (...given) => {
      await admin.delete(`/labels/${label.id}`).expect(204);
      await eventually(() => expect(removed).toHaveBeenCalledWith('space-a', label.id));
      await removed.mock.results.at(-1)!.value;
      return insert(...given);
    });
    try {
      await save({ criteria: { labelId: label.id, hasTask: true } });
      await eventually(async () =>
        expect(await listed()).toMatchObject([{ criteria: { labelId: null, hasTask: true } }]),
      );
    } finally {
      jest.restoreAllMocks();
    }
  });

  it('of members lose a member type that was deleted before they were saved', async () => {
    await save({ memberCriteria: { typeId: 'type-unknown', q: '木' } });
    const none = await save({ memberCriteria: { typeId: 'none' } });
    await eventually(async () => {
      const found = (await listed(writer, 'members')).map((view) => view.memberCriteria);
      expect(found).toMatchObject([{ typeId: null, q: '木' }, { typeId: 'none' }]);
    });
    expect((await listed(writer, 'members')).find(({ id }) => id === none.id)?.version).toBe(1);
  });

  it('of members lose a member type that is deleted, and keep the rest', async () => {
    const criteria = { typeId: 'type-gone', sort: 'posts', order: 'desc' };
    const view = await save({ shared: true, memberCriteria: criteria });
    const kept = await save({ memberCriteria: { typeId: 'type-kept' } });
    await service.publish(events.memberTypeDeleted, {
      space: 'space-a',
      aggregate: { type: 'memberType', id: 'type-gone' },
      data: { typeId: 'type-gone' },
    });
    await eventually(async () => {
      const found = await listed(writer, 'members');
      expect(found.find(({ id }) => id === view.id)?.memberCriteria).toMatchObject({
        ...criteria,
        typeId: null,
      });
    });
    const found = await listed(writer, 'members');
    expect(found.find(({ id }) => id === kept.id)?.memberCriteria?.typeId).toBe('type-kept');
    await service.events.receiveSuch(
      events.savedViewChanged,
      ({ data, actor }) => data.savedViewId === view.id && actor === null,
    );
  });

  it('are read through indexes', async () => {
    await save({ shared: true });
    await save({ memberCriteria: { typeId: 'type-a' } });
    const views = service.running.app.get(SavedViewRepository);
    const queries = [
      () => views.ownQuery('space-a', people.writer),
      () => views.sharedQuery('space-a'),
    ];
    for (const query of queries) {
      // Deleted views leave the index once their events are published.
      await eventually(async () => {
        const plan = await explainOf(query());
        expect(plan.stages).toContain('IXSCAN');
        expect(plan.stages).not.toContain('SORT');
        expect(plan.keysExamined).toBeLessThanOrEqual(plan.returned + 1);
      });
    }
    const ofType = await explainOf(views.memberTypeQuery('space-a', 'type-a'));
    expect(ofType.stages).toContain('IXSCAN');
    expect([ofType.returned, ofType.keysExamined]).toEqual([1, 1]);
  });
});
