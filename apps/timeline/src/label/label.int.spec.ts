import {
  type Comment,
  events,
  LABEL_LIMIT,
  type Label,
  type Post,
  type Reaction,
} from '@engawa/contracts';
import type { SpaceDocument, SpaceRepository } from '@engawa/persistence';
import { eventually, joinCalls, type TestCaller, type TestService } from '@engawa/testing';
import { CommentRepository } from '../comment/comment.repository';
import { PostRepository } from '../post/post.repository';
import { ReactionRepository } from '../reaction/reaction.repository';
import { callersOf, startTimeline } from '../timeline.fixture';
import { LabelRepository } from './label.repository';

let service: TestService;
let admin: TestCaller;
let staff: TestCaller;

beforeAll(async () => {
  service = await startTimeline();
  ({ admin, writer: staff } = callersOf(service));
});
afterAll(() => service?.stop());

async function labels(by = staff): Promise<Label[]> {
  return (await by.get('/labels').expect(200)).body.items;
}
async function reactions(by = staff): Promise<Reaction[]> {
  return (await by.get('/reactions').expect(200)).body.items;
}

describe('a new space', () => {
  it('begins with labels and seven pictograms, published as events', async () => {
    const found = await labels();
    expect(found.slice(0, 2)).toMatchObject([
      { id: 'businessIssue', isIssue: true, isDefault: true, order: 1 },
      { id: 'operationalIssue', isIssue: true, isDefault: true, order: 2 },
    ]);
    expect(found.length).toBeGreaterThan(4);
    await eventually(async () => expect(await reactions()).toHaveLength(7));
    await eventually(() => {
      const told = service.events.of(events.labelCreated).filter((one) => one.space === 'space-a');
      expect(told.map(({ data }) => data.labelId)).toEqual(
        expect.arrayContaining(found.map(({ id }) => id)),
      );
    });
  });

  it('gets them also when it is met before its event', async () => {
    const early = service.asStaff({ space: 'space-early' });
    const [first, second] = await Promise.all([labels(early), labels(early)]);
    expect(first.length).toBe((await labels()).length);
    expect((await labels(early)).length).toBe(first.length);
    expect(second.map(({ id }) => id)).toEqual(first.map(({ id }) => id));
    await early
      .post('/posts')
      .send({ memo: 'a', labelIds: ['businessIssue'] })
      .expect(201);
  });
});

describe('labels', () => {
  it('may mark what members seek or offer', async () => {
    const made = (
      await admin.post('/labels').send({ name: '手伝える', kind: 'offers' }).expect(201)
    ).body as Label;
    expect(made).toMatchObject({ kind: 'offers', isIssue: false });
    const change = (version: number, kind: unknown) =>
      admin.patch(`/labels/${made.id}`).set('if-match', `"${version}"`).send({ kind });
    expect((await change(1, 'seeks').expect(200)).body).toMatchObject({
      kind: 'seeks',
      version: 2,
    });
    expect((await change(2, null).expect(200)).body).toMatchObject({ kind: null, version: 3 });
    // Other fields leave it as it is.
    await change(3, 'offers').expect(200);
    await admin
      .patch(`/labels/${made.id}`)
      .set('if-match', '"4"')
      .send({ color: 'sky' })
      .expect(200);
    expect((await labels()).find(({ id }) => id === made.id)).toMatchObject({ kind: 'offers' });
    await change(5, 'wants').expect(400);
    await eventually(() =>
      expect(
        service.events.all
          .filter(({ aggregate, name }) => aggregate.id === made.id && name.includes('.label.'))
          .map(({ data }) => (data as { kind: unknown }).kind),
      ).toEqual(['offers', 'seeks', null, 'offers', 'offers']),
    );
    await admin.delete(`/labels/${made.id}`).expect(204);
  });

  it('are added last, renamed, recoloured and deleted, each with an event', async () => {
    const made = (
      await admin.post('/labels').send({ name: 'Wi-Fi', color: 'sky', isIssue: true }).expect(201)
    ).body as Label;
    const all = await labels();
    expect(all.at(-1)).toEqual(made);
    const { body } = await admin
      .patch(`/labels/${made.id}`)
      .set('if-match', '"1"')
      .send({ name: 'ネット', color: 'teal' })
      .expect(200);
    expect(body).toMatchObject({ name: 'ネット', color: 'teal', version: 2, isIssue: true });
    const stale = await admin
      .patch(`/labels/${made.id}`)
      .set('if-match', '"1"')
      .send({ name: 'x' });
    expect([stale.status, stale.headers['etag']]).toEqual([412, '"2"']);
    await admin.patch(`/labels/${made.id}`).send({ name: 'x' }).expect(428);
    expect(stale.body).toMatchObject({ code: 'timeline.label.stale', current: { name: 'ネット' } });
    await admin.delete(`/labels/${made.id}`).set('if-match', '"1"').expect(412);
    await admin.delete(`/labels/${made.id}`).set('if-match', '"2"').expect(204);
    await admin.delete(`/labels/${made.id}`).expect(404);
    expect((await labels()).map(({ id }) => id)).not.toContain(made.id);
    await eventually(() => {
      const names = service.events.all
        .filter(({ aggregate }) => aggregate.id === made.id)
        .map(({ name }) => name);
      expect(names).toEqual([
        'timeline.label.created',
        'timeline.label.updated',
        'timeline.label.deleted',
      ]);
    });
  });

  it.each(['イベント', 'ｲﾍﾞﾝﾄ', ' いべんと ', 'business ISSUE', 'Business　Issue', '事業の課題'])(
    'refuse the name %j, which is there already',
    async (name) => {
      const { body } = await admin.post('/labels').send({ name }).expect(409);
      expect(body).toMatchObject({
        code: 'timeline.label.taken',
        errors: [{ pointer: '/body/name' }],
      });
      const idea = (await labels()).find(({ id }) => id === 'idea')!;
      await admin.patch(`/labels/${idea.id}`).set('if-match', '*').send({ name }).expect(409);
    },
  );

  it('can have the name of a deleted label', async () => {
    const first = (await admin.post('/labels').send({ name: '季節' }).expect(201)).body as Label;
    await admin.delete(`/labels/${first.id}`).expect(204);
    await admin.post('/labels').send({ name: '季節' }).expect(201);
  });

  it('leave every post, comment and draft when they are deleted, and are refused', async () => {
    const label = (await admin.post('/labels').send({ name: '夏祭り', isIssue: true }).expect(201))
      .body as Label;
    const content = { memo: 'x', labelIds: [label.id, 'idea'], task: { status: 'waiting' } };
    const create = async (path: string) => (await staff.post(path).send(content).expect(201)).body;
    const [post, deleted] = [await create('/posts'), await create('/posts')];
    expect(post.issue).toMatchObject({ state: 'open' });
    const comments = `/posts/${post.id}/comments`;
    const comment = await create(comments);
    const draft = { revision: 1, memo: 'x', labelIds: [label.id, 'idea'] };
    await staff.put('/drafts/draft-of-label').send(draft).expect(200);
    await staff.delete(`/posts/${deleted.id}`).expect(204);
    await admin.delete(`/labels/${label.id}`).expect(204);
    const paths = [`/posts/${post.id}`, `${comments}/${comment.id}`, '/drafts/draft-of-label'];
    await eventually(async () => {
      for (const path of paths) {
        expect((await staff.get(path).expect(200)).body.labelIds).toEqual(['idea']);
      }
    });
    expect((await staff.get(`/posts/${post.id}`)).body.issue).toBeNull();
    const restored = await staff.post(`/posts/${deleted.id}/restore`).expect(200);
    expect(restored.body).toMatchObject({ labelIds: ['idea'], issue: null });
    await eventually(() => {
      const told = service.events
        .of(events.postUpdated)
        .find(({ data }) => data.postId === post.id && data.labelIds.length === 1);
      expect(told?.data.mirror?.labelIds.value).toEqual(['idea']);
    });
    for (const path of paths.slice(0, 2)) {
      const { body } = await staff
        .patch(path)
        .set('if-match', '*')
        .send({ labelIds: [label.id, 'idea'] })
        .expect(422);
      expect(body).toMatchObject({
        code: 'timeline.post.unknown-label',
        errors: [{ pointer: '/body/labelIds/0' }],
      });
    }
  });

  it('leave posts and comments that are stored after the deletion, but were checked before', async () => {
    const label = (await admin.post('/labels').send({ name: '駆け込み' }).expect(201))
      .body as Label;
    const content = { memo: 'x', labelIds: [label.id, 'idea'], task: {} };
    const earlier = (await staff.post('/posts').send(content).expect(201)).body as Post;
    const labelsOf = async (path: string) => (await staff.get(path).expect(200)).body.labelIds;
    const comments = `/posts/${earlier.id}/comments`;
    const earlierComment = (await staff.post(comments).send(content).expect(201)).body as Comment;
    // Both are checked; then the label is deleted, and removed from what is stored already.
    let checked = 0;
    const removal = async () => {
      checked += 1;
      if (checked === 2) await admin.delete(`/labels/${label.id}`).expect(204);
      await eventually(async () => {
        expect(await labelsOf(`/posts/${earlier.id}`)).toEqual(['idea']);
        expect(await labelsOf(`${comments}/${earlierComment.id}`)).toEqual(['idea']);
      });
    };
    const delayInserts = <Doc extends SpaceDocument>(repository: SpaceRepository<Doc>) => {
      const insert = repository.insert.bind(repository);
      return jest.spyOn(repository, 'insert').mockImplementation(async (...given) => {
        await removal();
        return insert(...given);
      });
    };
    const { app } = service.running;
    const spies = [delayInserts(app.get(PostRepository)), delayInserts(app.get(CommentRepository))];
    const [post, comment] = await Promise.all(
      ['/posts', comments].map((path) => staff.post(path).send(content).expect(201)),
    ).finally(() => spies.forEach((spy) => spy.mockRestore()));
    await eventually(async () => {
      expect(await labelsOf(`/posts/${post!.body.id}`)).toEqual(['idea']);
      expect(await labelsOf(`${comments}/${comment!.body.id}`)).toEqual(['idea']);
    });
  });

  it('refuse two of a name that are added at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => admin.post('/labels').send({ name: '同時' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });

  it('that are built in can be renamed like any other, and keep their id', async () => {
    const rename = (name: string) =>
      admin.patch('/labels/operationalIssue').set('if-match', '*').send({ name });
    const post = await staff.post('/posts').send({ memo: 'x', labelIds: ['operationalIssue'] });
    expect((await rename('要望').expect(409)).body.code).toBe('timeline.label.taken');
    const { body } = await rename('設備の課題').expect(200);
    expect(body).toMatchObject({
      ...{ id: 'operationalIssue', name: '設備の課題', isIssue: true, isDefault: true },
    });
    expect((await labels()).filter(({ id }) => id === 'operationalIssue')).toEqual([body]);
    expect((await staff.get(`/posts/${post.body.id}`)).body).toMatchObject({
      labelIds: ['operationalIssue'],
      issue: { state: 'open' },
    });
    await admin.post('/labels').send({ name: '設備の課題' }).expect(409);
    // Its default names are free in both languages until it takes them back.
    const english = await admin.post('/labels').send({ name: 'Operational issue' }).expect(201);
    await rename('運営の課題').expect(409);
    await admin.delete(`/labels/${english.body.id}`).expect(204);
    await rename('運営の課題').expect(200);
    await admin.post('/labels').send({ name: 'operational ISSUE' }).expect(409);
  });

  it('that are built in stay, and stay issues', async () => {
    await admin
      .patch('/labels/businessIssue')
      .set('if-match', '*')
      .send({ isIssue: false })
      .expect(422);
    await admin
      .patch('/labels/businessIssue')
      .set('if-match', '*')
      .send({ color: 'plum' })
      .expect(200);
    const { body } = await admin.delete('/labels/businessIssue').expect(422);
    expect(body.code).toBe('timeline.label.built-in');
  });

  it('are put into another order, the rest behind', async () => {
    const { body } = await admin
      .put('/labels/order')
      .send({ ids: ['thanks', 'idea'] })
      .expect(200);
    const ids = (body.items as Label[]).map(({ id }) => id);
    expect(ids.slice(0, 3)).toEqual(['thanks', 'idea', 'businessIssue']);
    expect((await labels()).map(({ id }) => id)).toEqual(ids);
    await admin
      .put('/labels/order')
      .send({ ids: ['no-such'] })
      .expect(404);
  });

  it.each([
    ['no name', {}],
    ['an empty name', { name: '  ' }],
    ['a long name', { name: 'あ'.repeat(51) }],
    ['an unknown colour', { name: 'x', color: 'pink' }],
    ['an operator', { name: { $ne: '' } }],
  ])('refuse %s', async (_what, body) => {
    await admin.post('/labels').send(body).expect(400);
  });
});

describe('labels and pictograms of one space', () => {
  const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();

  it('are no more than the limit when two are added at the same moment', async () => {
    const full = service.asStaff({ space: 'space-full', role: 'generalAdmin' });
    const { app } = service.running;
    const labelsThere = await labels(full);
    for (let count = labelsThere.length + 1; count < LABEL_LIMIT; count += 1) {
      await full
        .post('/labels')
        .send({ name: `${count}` })
        .expect(201);
    }
    const restoreLabels = joinCalls(app.get(LabelRepository), 'findAll');
    const added = await Promise.all(
      ['one', 'other'].map((name) => full.post('/labels').send({ name })),
    ).finally(restoreLabels);
    expect(statusesOf(added)).toEqual([201, 422]);
    const all = await labels(full);
    expect(new Set(all.map(({ order }) => order)).size).toBe(LABEL_LIMIT);
    await full.delete(`/labels/${all.at(-1)!.id}`).expect(204);
    await full.post('/labels').send({ name: 'third' }).expect(201);

    const [first] = await reactions(full);
    await full.delete(`/reactions/${first!.id}`).set('if-match', '"99"').expect(412);
    await full.delete(`/reactions/${first!.id}`).expect(204);
    const restoreReactions = joinCalls(app.get(ReactionRepository), 'findAll');
    const emoji = await Promise.all(
      ['🐈', '🐕'].map((emoji) => full.post('/reactions').send({ emoji, name: emoji })),
    ).finally(restoreReactions);
    expect(statusesOf(emoji)).toEqual([201, 422]);
    expect(await reactions(full)).toHaveLength(7);
    await eventually(() => {
      const created = service.events.of(events.pictogramCreated);
      expect(created.filter(({ space }) => space === 'space-full')).toHaveLength(1);
    });
  });
});

describe('pictograms', () => {
  it('are seven at most, and none twice', async () => {
    const full = await admin.post('/reactions').send({ emoji: '🐈', name: 'ねこ' }).expect(422);
    expect(full.body.code).toBe('timeline.reaction.too-many');
    await admin.delete('/reactions/cheer').expect(204);
    const twice = await admin.post('/reactions').send({ emoji: '❤', name: 'x' });
    expect(twice.body.code).toBe('timeline.reaction.taken');
    const { body } = await admin.post('/reactions').send({ emoji: '🐈', name: 'ねこ' }).expect(201);
    expect((await reactions()).at(-1)).toEqual(body);
    await admin
      .patch(`/reactions/${body.id}`)
      .set('if-match', '*')
      .send({ emoji: '👍' })
      .expect(409);
    await admin
      .patch(`/reactions/${body.id}`)
      .set('if-match', '*')
      .send({ emoji: '🐕', name: 'いぬ' })
      .expect(200);
    const order = await admin
      .put('/reactions/order')
      .send({ ids: [body.id] })
      .expect(200);
    expect(order.body.items[0]).toMatchObject({ id: body.id, emoji: '🐕', name: 'いぬ' });
  });

  it('that were deleted can be taken away from a post, not added', async () => {
    const post = (await staff.post('/posts').send({ memo: 'a' }).expect(201)).body;
    const toggle = () => staff.post(`/posts/${post.id}/reactions`).send({ reactionId: 'seen' });
    await toggle().expect(200);
    await admin.delete('/reactions/seen').expect(204);
    expect((await toggle().expect(200)).body.reacted).toBe(false);
    await toggle().expect(422);
  });

  it.each([
    ['two pictograms', '👍👍'],
    ['a letter', 'a'],
    ['nothing', ''],
    ['a script', '<b>👍</b>'],
  ])('refuse %s', async (_what, emoji) => {
    await admin.post('/reactions').send({ emoji, name: 'x' }).expect(400);
  });
});

it('only administrators change labels and pictograms', async () => {
  const name = 'x';
  await staff.post('/labels').send({ name }).expect(403);
  await staff.patch('/labels/idea').set('if-match', '*').send({ name }).expect(403);
  await staff.delete('/labels/idea').expect(403);
  await staff
    .put('/labels/order')
    .send({ ids: ['idea'] })
    .expect(403);
  await staff.post('/reactions').send({ emoji: '🐈', name }).expect(403);
  await staff.patch('/reactions/like').set('if-match', '*').send({ name }).expect(403);
  await staff.delete('/reactions/like').expect(403);
  await staff
    .put('/reactions/order')
    .send({ ids: ['like'] })
    .expect(403);
});
