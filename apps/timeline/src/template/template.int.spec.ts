import { events, type Label, type PostTemplate } from '@engawa/contracts';
import { explainOf } from '@engawa/persistence';
import { eventually, joinCalls, type TestCaller, type TestService } from '@engawa/testing';
import { callersOf, people, startTimeline } from '../timeline.fixture';
import { TemplateRepository } from './template.repository';

describe('templates (TML-15)', () => {
  let service: TestService;
  let writer: TestCaller;
  let admin: TestCaller;
  let foreign: TestCaller;
  let count = 0;

  beforeAll(async () => {
    service = await startTimeline();
    ({ writer, admin, foreign } = callersOf(service));
  });
  afterAll(() => service?.stop());
  afterEach(async () => {
    for (const { id } of await listed()) await admin.delete(`/post-templates/${id}`).expect(204);
  });

  const listed = async (by = writer): Promise<PostTemplate[]> =>
    (await by.get('/post-templates').expect(200)).body.items;
  async function make(input: object = {}): Promise<PostTemplate> {
    count += 1;
    const body = { displayName: `ひな形 ${count}`, ...input };
    return (await admin.post('/post-templates').send(body).expect(201)).body;
  }

  it('give a post its text, labels and task, made by administrators for all staff', async () => {
    const made = await make({
      displayName: '見学',
      memo: 'きっかけ:\n広さ:\n次の予定:',
      labelIds: ['consultation', 'consultation'],
      task: { assignUserId: people.other, dueInDays: 3 },
    });
    expect(made).toMatchObject({
      version: 1,
      displayName: '見学',
      memo: 'きっかけ:\n広さ:\n次の予定:',
      labelIds: ['consultation'],
      deletedLabels: [],
      task: { assignUserId: people.other, dueInDays: 3 },
    });
    expect(await listed()).toEqual([made]);
    expect(await listed(foreign)).toEqual([]);
    for (const refused of [
      writer.post('/post-templates').send({ displayName: 'x' }),
      writer.patch(`/post-templates/${made.id}`).set('if-match', '*').send({ displayName: 'x' }),
      writer.put('/post-templates/order').send({ ids: [made.id] }),
      writer.delete(`/post-templates/${made.id}`),
    ]) {
      await refused.expect(403);
    }
  });

  it('are changed by their version, and lose their task with null', async () => {
    const made = await make({ displayName: '契約更新', task: { dueInDays: 7 } });
    const { body } = await admin
      .patch(`/post-templates/${made.id}`)
      .set('if-match', '"1"')
      .send({ task: null, memo: '更新の意向:' })
      .expect(200);
    expect(body).toMatchObject({ version: 2, task: null, memo: '更新の意向:' });
    const stale = await admin
      .patch(`/post-templates/${made.id}`)
      .set('if-match', '"1"')
      .send({ memo: 'x' })
      .expect(412);
    expect(stale.body).toMatchObject({ code: 'timeline.template.stale', current: body });
    const kept = admin.delete(`/post-templates/${made.id}`).set('if-match', '"1"');
    expect((await kept.expect(412)).headers['etag']).toBe('"2"');
    const told = await service.events.receiveSuch(
      events.templateChanged,
      ({ data, version }) => data.templateId === made.id && version === 2,
    );
    expect(told.actor).toBe(people.admin);
  });

  it('have a name once, however it is written, and again after a deletion', async () => {
    const made = await make({ displayName: 'カフェ' });
    const taken = await admin.post('/post-templates').send({ displayName: 'ｶﾌｪ' }).expect(409);
    expect(taken.body.code).toBe('timeline.template.taken');
    await admin.delete(`/post-templates/${made.id}`).expect(204);
    await make({ displayName: 'かふぇ' });
  });

  it('stand in one order for all', async () => {
    const [a, b, c] = [await make(), await make(), await make()];
    const { body } = await admin
      .put('/post-templates/order')
      .send({ ids: [c.id, a.id] })
      .expect(200);
    const order = [c.id, a.id, b.id];
    expect(body.items.map(({ id }: PostTemplate) => id)).toEqual(order);
    expect((await listed()).map(({ id }) => id)).toEqual(order);
    await admin
      .put('/post-templates/order')
      .send({ ids: ['none'] })
      .expect(404);
  });

  it('name the labels that were deleted since, and refuse them in edits', async () => {
    const label: Label = (await admin.post('/labels').send({ name: '内覧' }).expect(201)).body;
    const made = await make({ labelIds: ['idea', label.id] });
    await admin.delete(`/labels/${label.id}`).expect(204);
    const [left] = await listed();
    expect(left).toMatchObject({
      labelIds: ['idea'],
      deletedLabels: [{ id: label.id, name: '内覧' }],
    });
    const fresh = { displayName: 'x', labelIds: [label.id] };
    const refused = await admin.post('/post-templates').send(fresh).expect(422);
    expect(refused.body).toMatchObject({
      code: 'timeline.post.unknown-label',
      errors: [{ pointer: '/body/labelIds/0' }],
    });
    const kept = await admin
      .patch(`/post-templates/${made.id}`)
      .set('if-match', '*')
      .send({ labelIds: ['idea'] })
      .expect(200);
    expect(kept.body.deletedLabels).toEqual([]);
  });

  it.each([
    [{ displayName: '' }, 400],
    [{ displayName: 'x', memo: 'あ'.repeat(4_001) }, 400],
    [{ displayName: 'x', task: { dueInDays: 366 } }, 400],
    [{ displayName: 'x', task: { assignUserId: people.foreign } }, 422],
    [{ displayName: 'x', task: { assignUserId: people.god } }, 422],
    [{ displayName: 'x', task: { assignUserId: people.gone } }, 422],
    [{ displayName: 'x', members: [] }, 400],
  ])('refuse %j', async (body, status) => {
    await admin.post('/post-templates').send(body).expect(status);
  });

  it('are thirty at most', async () => {
    for (let n = 0; n < 30; n += 1) await make();
    const { body } = await admin.post('/post-templates').send({ displayName: 'x' }).expect(409);
    expect(body).toMatchObject({ code: 'timeline.template.too-many' });
  });

  it('are thirty at most also when two are made at the same moment', async () => {
    for (let n = 1; n < 30; n += 1) await make();
    const repository = service.running.app.get(TemplateRepository);
    const restore = joinCalls(repository, 'findAll');
    const answers = await Promise.all(
      ['one', 'other'].map((displayName) => admin.post('/post-templates').send({ displayName })),
    ).finally(restore);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const templates = await repository.findAll('space-a');
    expect(new Set(templates.map(({ order }) => order)).size).toBe(30);
    await admin.delete(`/post-templates/${templates.at(-1)!.id}`).expect(204);
    await make();
  });

  it('are noted in the audit log without their text', async () => {
    const made = await make({ displayName: '退会相談', memo: '理由:' });
    await admin.delete(`/post-templates/${made.id}`).expect(204);
    await eventually(() => {
      const lines = service.events
        .of(events.timelineAudited)
        .filter(({ data }) => data.target.id === made.id);
      expect(lines.map(({ data }) => data.action)).toEqual([
        'timeline.template.created',
        'timeline.template.deleted',
      ]);
      expect(JSON.stringify(lines)).not.toContain('理由');
    });
  });

  it('are read through their index', async () => {
    await make();
    const repository = service.running.app.get(TemplateRepository);
    // Deleted templates leave the index once their events are published.
    await eventually(async () => {
      const plan = await explainOf(repository.allQuery('space-a'));
      expect(plan.stages).toContain('IXSCAN');
      expect(plan.stages).not.toContain('SORT');
      expect(plan.keysExamined).toBeLessThanOrEqual(plan.returned + 1);
    });
  });
});
