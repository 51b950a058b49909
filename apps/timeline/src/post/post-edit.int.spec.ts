import { type Post } from '@engawa/contracts';
import { eventually, type TestService } from '@engawa/testing';
import { callersOf, people, startTimeline } from '../timeline.fixture';

let service: TestService;
let callers: ReturnType<typeof callersOf>;

beforeAll(async () => {
  service = await startTimeline();
  callers = callersOf(service);
});
afterAll(() => service?.stop());

async function create(body: object = { memo: 'こんにちは' }): Promise<Post> {
  const answer = await callers.writer.post('/posts').send(body).expect(201);
  return answer.body as Post;
}

describe('updatePost', () => {
  it('changes only what is given and shows that it was edited', async () => {
    const post = await create({ memo: 'はじめ', memberIds: [people.sato] });
    const { body } = await callers.writer
      .patch(`/posts/${post.id}`)
      .set('if-match', '*')
      .send({ memo: 'つぎ' })
      .expect(200);
    expect(body).toMatchObject({ memo: 'つぎ', version: 2, createdAt: post.createdAt });
    expect(body.editedAt).toBe(body.updatedAt);
    expect(body.members).toEqual(post.members);
    const history = await callers.other.get(`/posts/${post.id}/history`).expect(200);
    expect(history.body.items).toEqual([
      { memo: 'はじめ', editedBy: people.writer, editedAt: body.editedAt },
    ]);
  });

  it('writes nothing where nothing differs', async () => {
    const post = await create({ memo: '同じ', labelIds: ['idea'] });
    const { body } = await callers.writer
      .patch(`/posts/${post.id}`)
      .set('if-match', '*')
      .send({ memo: '同じ', labelIds: ['idea'], talkedAt: post.talkedAt, task: null })
      .expect(200);
    expect(body).toEqual(post);
  });

  it('is not shown as edited when labels or the task change', async () => {
    const post = await create();
    const { body } = await callers.writer
      .patch(`/posts/${post.id}`)
      .set('if-match', '*')
      .send({ labelIds: ['operationalIssue'], task: {} })
      .expect(200);
    expect(body).toMatchObject({
      editedAt: null,
      task: { status: 'waiting', assignUserId: null },
      issue: { state: 'open' },
    });
  });

  it('takes a talk time up to a day ahead, and none further', async () => {
    const HOUR = 3_600_000;
    const at = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
    const post = await create();
    const move = (talkedAt: string) =>
      callers.writer.patch(`/posts/${post.id}`).set('if-match', '*').send({ talkedAt });
    const tomorrow = at(23);
    expect((await move(tomorrow).expect(200)).body.talkedAt).toBe(tomorrow);
    const { body } = await move(at(25)).expect(422);
    expect(body).toMatchObject({
      code: 'timeline.post.talk-ahead',
      errors: [{ pointer: '/body/talkedAt', code: 'invalid' }],
    });
    const now = await callers.writer.get(`/posts/${post.id}`).expect(200);
    expect(now.body.talkedAt).toBe(tomorrow);
  });

  it('caps the history', async () => {
    const post = await create({ memo: 'memo 0' });
    for (let n = 1; n <= 23; n += 1) {
      await callers.writer
        .patch(`/posts/${post.id}`)
        .set('if-match', '*')
        .send({ memo: `memo ${n}` })
        .expect(200);
    }
    const { body } = await callers.writer.get(`/posts/${post.id}/history`).expect(200);
    expect(body.items).toHaveLength(20);
    expect(body.items[0].memo).toBe('memo 22');
  });

  it('refuses a stale version and answers the current one', async () => {
    const post = await create({ memo: 'v1' });
    await callers.admin
      .patch(`/posts/${post.id}`)
      .set('if-match', '"1"')
      .send({ memo: 'v2' })
      .expect(200);
    const { body, headers } = await callers.writer
      .patch(`/posts/${post.id}`)
      .set('if-match', '"1"')
      .send({ memo: 'mine' })
      .expect(412);
    expect(headers['etag']).toBe('"2"');
    expect(body).toMatchObject({
      code: 'timeline.post.stale',
      current: { memo: 'v2', version: 2 },
    });
    const { body: read } = await callers.writer.get(`/posts/${post.id}`).expect(200);
    expect(body.current).toEqual(read);
    await callers.writer.delete(`/posts/${post.id}`).set('if-match', '"1"').expect(412);
  });

  it('requires the version that an edit is based on', async () => {
    const post = await create({ memo: 'v1' });
    const edit = (memo: string) => callers.writer.patch(`/posts/${post.id}`).send({ memo });
    const { body: refused } = await edit('blind').expect(428);
    expect(refused.code).toBe('request.if-match-missing');
    await callers.admin
      .patch(`/posts/${post.id}`)
      .set('if-match', '"1"')
      .send({ memo: 'v2' })
      .expect(200);
    const { body } = await edit('overwritten').set('if-match', '*').expect(200);
    expect(body).toMatchObject({ memo: 'overwritten', version: 3 });
    await callers.writer.get(`/posts/${post.id}`).expect(200);
  });

  it('does not call a version stale for a comment in between', async () => {
    const post = await create({ memo: 'v1' });
    await callers.other.post(`/posts/${post.id}/comments`).send({ memo: 'said' }).expect(201);
    await eventually(async () => {
      const { body } = await callers.writer.get(`/posts/${post.id}`).expect(200);
      expect(body.commentCount).toBe(1);
    });
    await callers.writer
      .patch(`/posts/${post.id}`)
      .set('if-match', '"1"')
      .send({ memo: 'v2' })
      .expect(200);
  });

  it('does not call a version stale for a reaction in between', async () => {
    const post = await create({ memo: 'v1' });
    await callers.other
      .post(`/posts/${post.id}/reactions`)
      .send({ reactionId: 'like' })
      .expect(200);
    const { body } = await callers.writer
      .patch(`/posts/${post.id}`)
      .set('if-match', '"1"')
      .send({ memo: 'v2' })
      .expect(200);
    expect(body).toMatchObject({ version: 3, reactions: [{ reactionId: 'like' }] });
  });

  it('lets all staff change the task, and only writer and administrators the rest', async () => {
    const post = await create();
    const other = callers.other;
    await other
      .patch(`/posts/${post.id}`)
      .set('if-match', '*')
      .send({ memo: 'not mine' })
      .expect(403);
    await other.delete(`/posts/${post.id}`).expect(403);
    await other
      .patch(`/posts/${post.id}`)
      .set('if-match', '*')
      .send({ task: { assignUserId: people.other } })
      .expect(200);
    const { body } = await callers.admin
      .patch(`/posts/${post.id}`)
      .set('if-match', '*')
      .send({ memo: '直した' })
      .expect(200);
    expect(body).toMatchObject({ memo: '直した', task: { assignUserId: people.other } });
  });

  it('changes status and assignee apart, and refreshes statusUpdatedAt with each status', async () => {
    const post = await create({ memo: 'task', task: { status: 'waiting' } });
    const change = async (task: object | null) =>
      (
        await callers.writer
          .patch(`/posts/${post.id}`)
          .set('if-match', '*')
          .send({ task })
          .expect(200)
      ).body as Post;
    const assigned = await change({ assignUserId: people.other });
    expect(assigned.task).toEqual({ ...post.task, assignUserId: people.other });
    const started = await change({ status: 'inProgress' });
    expect(started.task).toMatchObject({ status: 'inProgress', assignUserId: people.other });
    expect(started.task!.statusUpdatedAt > post.task!.statusUpdatedAt).toBe(true);
    expect((await change(null)).task).toBeNull();
    expect((await change({})).task).toMatchObject({ status: 'waiting', assignUserId: null });
  });

  it('takes no label that was deleted, neither kept nor new (TML-5)', async () => {
    const label = (await callers.admin.post('/labels').send({ name: '一時' }).expect(201)).body;
    const post = await create({ memo: 'a', labelIds: [label.id] });
    await callers.admin.delete(`/labels/${label.id}`).expect(204);
    await callers.writer
      .patch(`/posts/${post.id}`)
      .set('if-match', '*')
      .send({ labelIds: [label.id, 'idea'] })
      .expect(422);
    await callers.writer
      .post('/posts')
      .send({ memo: 'b', labelIds: [label.id] })
      .expect(422);
    await callers.writer
      .patch(`/posts/${post.id}`)
      .set('if-match', '*')
      .send({ labelIds: ['idea'] })
      .expect(200);
  });
});
