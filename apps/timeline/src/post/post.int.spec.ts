import { events, type Post } from '@engawa/contracts';
import { eventually, staffFacts, type TestService } from '@engawa/testing';
import { callersOf, people, startTimeline } from '../timeline.fixture';
import { PostRepository } from './post.repository';

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

describe('mentions of a post (TML-2)', () => {
  it('are staff of the space, each once, in the answer and in the event', async () => {
    const post = await create({
      memo: '@同僚 お願いします',
      mentions: [people.other, people.gone, people.other],
    });
    expect(post.mentions).toMatchObject([
      { id: people.other, displayName: '同僚' },
      { id: people.gone, deactivated: true },
    ]);
    const told = await service.events.receiveSuch(
      events.postCreated,
      ({ aggregate }) => aggregate.id === post.id,
    );
    expect(told.data.mentions).toEqual([people.other, people.gone]);
    const edited = await callers.writer
      .patch(`/posts/${post.id}`)
      .set('if-match', '*')
      .send({ mentions: [people.admin] })
      .expect(200);
    expect(edited.body).toMatchObject({ mentions: [{ id: people.admin }], editedAt: null });
    const kept = await callers.writer
      .patch(`/posts/${post.id}`)
      .set('if-match', '*')
      .send({ memo: 'x' })
      .expect(200);
    expect(kept.body.mentions).toHaveLength(1);
  });

  it('refuses staff of another space, with a pointer', async () => {
    const { body } = await callers.writer
      .post('/posts')
      .send({ memo: 'x', mentions: [people.other, people.foreign] })
      .expect(422);
    expect(body).toMatchObject({
      code: 'timeline.post.unknown-staff',
      errors: [{ pointer: '/body/mentions/1' }],
    });
    const post = await create();
    await callers.other
      .patch(`/posts/${post.id}`)
      .set('if-match', '*')
      .send({ mentions: [] })
      .expect(403);
  });

  it('of posts from before are none', async () => {
    const post = await create();
    const repository = service.running.app.get(PostRepository);
    const stored = repository['store'].model.collection;
    await stored.updateOne({ space: 'space-a', id: post.id }, { $unset: { mentions: 1 } });
    const { body } = await callers.writer.get(`/posts/${post.id}`).expect(200);
    expect(body.mentions).toEqual([]);
  });
});

describe('createPost', () => {
  it('creates a post and publishes it', async () => {
    const post = await create({
      memo: '電源の話をした',
      memberIds: [people.sato, people.suzuki, people.sato],
      labelIds: ['businessIssue'],
      talkedAt: '2025-11-20T09:30:00+09:00',
      task: { status: 'waiting', assignUserId: people.other },
    });
    expect(post).toMatchObject({
      version: 1,
      ownerId: people.writer,
      owner: { id: people.writer, displayName: '書き手' },
      memo: '電源の話をした',
      labelIds: ['businessIssue'],
      talkedAt: '2025-11-20T00:30:00.000Z',
      task: { status: 'waiting', assignUserId: people.other },
      editedAt: null,
      commentCount: 0,
      lastCommenters: [],
      issue: { state: 'open', openedAt: '2025-11-20T00:30:00.000Z', solution: null },
    });
    expect(post.members.map((member) => member.id)).toEqual([people.sato, people.suzuki]);
    expect(post.task?.statusUpdatedAt).toBe(post.createdAt);
    const event = await eventually(() => {
      const found = service.events
        .of(events.postCreated)
        .find((candidate) => candidate.aggregate.id === post.id);
      if (!found) throw new Error('no event yet');
      return found;
    });
    expect(event).toMatchObject({
      space: 'space-a',
      actor: people.writer,
      version: 1,
      data: {
        postId: post.id,
        commentId: null,
        memberIds: [people.sato, people.suzuki],
        mirror: {
          present: { value: true },
          status: { value: { status: 'waiting' } },
          assignUserId: { value: people.other },
          labelIds: { value: ['businessIssue'] },
        },
      },
    });
    const read = await callers.other.get(`/posts/${post.id}`).expect(200);
    expect(read.body).toEqual(post);
    const etag = read.headers['etag']!;
    expect(etag).toMatch(/^"1\./);
    await callers.other.get(`/posts/${post.id}`).set('if-none-match', etag).expect(304);
    await callers.foreign.get(`/posts/${post.id}`).set('if-none-match', etag).expect(404);
  });

  it('takes now for the talk time, and no members', async () => {
    const before = Date.now();
    const post = await create({ memo: 'メモだけ' });
    expect(Date.parse(post.talkedAt)).toBeGreaterThanOrEqual(before);
    expect(post.talkedAt).toBe(post.createdAt);
    expect(post).toMatchObject({ members: [], labelIds: [], task: null, issue: null });
  });

  it.each<[string, object, number, string, string[]]>([
    ['an empty post', { memo: ' \n ' }, 422, 'timeline.post.empty', ['/body/memo']],
    ['nothing at all', {}, 422, 'timeline.post.empty', ['/body/memo']],
    [
      'a memo that is too long',
      { memo: 'あ'.repeat(20_001) },
      400,
      'request.invalid',
      ['/body/memo'],
    ],
    ['an unknown field', { memo: 'a', space: 'space-b' }, 400, 'request.invalid', ['/body/space']],
    ['an operator', { memo: { $gt: '' } }, 400, 'request.invalid', ['/body/memo']],
    [
      'an operator as an id',
      { memo: 'a', memberIds: [{ $ne: null }] },
      400,
      'request.invalid',
      ['/body/memberIds/0'],
    ],
    [
      'a wrong time',
      { memo: 'a', talkedAt: 'yesterday' },
      400,
      'request.invalid',
      ['/body/talkedAt'],
    ],
    [
      'a talk far ahead',
      { memo: 'a', talkedAt: '9999-12-31T00:00:00.000Z' },
      422,
      'timeline.post.talk-ahead',
      ['/body/talkedAt'],
    ],
    [
      'a status that does not exist',
      { memo: 'a', task: { status: 'later' } },
      400,
      'request.invalid',
      ['/body/task/status'],
    ],
    [
      '1,000 members',
      { memo: 'a', memberIds: Array(1_000).fill('m') },
      400,
      'request.invalid',
      ['/body/memberIds'],
    ],
    [
      'a resigned member',
      { memo: 'a', memberIds: [people.sato, people.resigned] },
      422,
      'timeline.post.deleted-member',
      ['/body/memberIds/1'],
    ],
    [
      'an introduction of a resigned member',
      {
        memo: 'a',
        introduction: { memberId: people.resigned, toMemberId: people.sato, about: 'x' },
      },
      422,
      'timeline.post.deleted-member',
      ['/body/introduction/memberId'],
    ],
    [
      'a member of the other space',
      { memo: 'a', memberIds: [people.sato, people.stranger] },
      422,
      'timeline.post.unknown-member',
      ['/body/memberIds/1'],
    ],
    [
      'an unknown label',
      { memo: 'a', labelIds: ['no-such'] },
      422,
      'timeline.post.unknown-label',
      ['/body/labelIds/0'],
    ],
    [
      'a foreign assignee',
      { memo: 'a', task: { assignUserId: people.foreign } },
      422,
      'timeline.post.unknown-staff',
      ['/body/task/assignUserId'],
    ],
    [
      'an integration as assignee',
      { memo: 'a', task: { assignUserId: people.integration } },
      422,
      'timeline.post.unknown-staff',
      ['/body/task/assignUserId'],
    ],
    [
      'god as assignee',
      { memo: 'a', task: { assignUserId: people.god } },
      422,
      'timeline.post.unknown-staff',
      ['/body/task/assignUserId'],
    ],
    [
      'a mention of god',
      { memo: 'a', mentions: [people.other, people.god] },
      422,
      'timeline.post.unknown-staff',
      ['/body/mentions/1'],
    ],
    [
      'a disabled assignee',
      { memo: 'a', task: { assignUserId: people.gone } },
      422,
      'timeline.post.deactivated-assignee',
      ['/body/task/assignUserId'],
    ],
    [
      'a file that was never sent',
      { memo: '', attachmentIds: ['none'] },
      422,
      'timeline.post.unknown-attachment',
      ['/body/attachmentIds/0'],
    ],
  ])('refuses %s', async (_what, body, status, code, pointers) => {
    const newest = async () => (await callers.writer.get('/posts?limit=1')).body.items;
    const before = await newest();
    const answer = await callers.writer.post('/posts').send(body).expect(status);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.body).toMatchObject({ code });
    expect(answer.body.errors.map((error: { pointer: string }) => error.pointer)).toEqual(pointers);
    expect(await newest()).toEqual(before);
  });

  it('keeps whatever was written as text', async () => {
    const memo = '<script>alert(1)</script> "$where" 👩‍👩‍👧‍👦 {{x}}';
    expect((await create({ memo })).memo).toBe(memo);
  });
});

describe('deletePost and restorePost', () => {
  it('takes the post away with its comments, and brings them back', async () => {
    const post = await create({ memo: 'going', task: { status: 'inProgress' } });
    const comment = (
      await callers.other
        .post(`/posts/${post.id}/comments`)
        .send({ memo: 'c', task: {} })
        .expect(201)
    ).body;
    await callers.writer.delete(`/posts/${post.id}`).expect(204);
    await callers.writer.get(`/posts/${post.id}`).expect(404);
    await callers.writer.delete(`/posts/${post.id}`).expect(404);
    await callers.writer
      .patch(`/posts/${post.id}`)
      .set('if-match', '*')
      .send({ memo: 'x' })
      .expect(404);
    await callers.writer.get(`/posts/${post.id}/comments`).expect(404);
    await callers.writer
      .post(`/posts/${post.id}/reactions`)
      .send({ reactionId: 'like' })
      .expect(404);
    await eventually(() => {
      expect(service.events.of(events.commentDeleted).map((event) => event.data)).toContainEqual({
        postId: post.id,
        commentId: comment.id,
      });
    });
    await callers.other.post(`/posts/${post.id}/restore`).expect(403);
    const { body } = await callers.writer.post(`/posts/${post.id}/restore`).expect(200);
    expect(body).toMatchObject({ id: post.id, memo: 'going', task: { status: 'inProgress' } });
    await eventually(async () => {
      const read = await callers.writer.get(`/posts/${post.id}`).expect(200);
      expect(read.body).toMatchObject({ commentCount: 1 });
      const { items } = (await callers.writer.get(`/posts/${post.id}/comments`).expect(200)).body;
      expect(items).toMatchObject([{ id: comment.id, task: { status: 'waiting' } }]);
    });
  });

  it('says when it is too late', async () => {
    const post = await create();
    await callers.writer.delete(`/posts/${post.id}`).expect(204);
    await service.running.app.get(PostRepository).change('space-a', post.id, () => ({
      set: { deletedAt: new Date(Date.now() - 61_000) },
    }));
    const { body } = await callers.writer.post(`/posts/${post.id}/restore`).expect(409);
    expect(body.code).toBe('timeline.post.undo-expired');
  });

  it('restoring a living post changes nothing', async () => {
    const post = await create();
    const { body } = await callers.writer.post(`/posts/${post.id}/restore`).expect(200);
    expect(body).toEqual(post);
  });
});

it('a changed name shows on posts at once, although they were cached', async () => {
  const staffId = 'staff-renamed';
  const rename = (version: number, displayName: string) =>
    service.publish(events.staffUpdated, { version, data: staffFacts({ staffId, displayName }) });
  await rename(1, '旧姓');
  const caller = service.asStaff({ staffId });
  const post = (await caller.post('/posts').send({ memo: 'x' }).expect(201)).body as Post;
  const name = async () =>
    ((await callers.writer.get(`/posts/${post.id}`).expect(200)).body as Post).owner.displayName;
  await eventually(async () => expect(await name()).toBe('旧姓'));
  for (let n = 0; n < 20; n += 1) await name();
  await rename(2, '新姓');
  // Sooner than a name is dropped from the cache by its age, which is 30 s.
  await eventually(async () => expect(await name()).toBe('新姓'), { timeoutMs: 20_000 });
});
