import { type Comment, events, type Post } from '@engawa/contracts';
import { explainOf } from '@engawa/persistence';
import { eventually, type TestService } from '@engawa/testing';
import { PostRepository } from '../post/post.repository';
import { callersOf, people, startTimeline } from '../timeline.fixture';
import { CommentRepository } from './comment.repository';
import { CommentTallyService } from './comment-tally.service';

let service: TestService;
let callers: ReturnType<typeof callersOf>;
let post: Post;

beforeAll(async () => {
  service = await startTimeline();
  callers = callersOf(service);
});
afterAll(() => service?.stop());
beforeEach(async () => {
  post = (await callers.writer.post('/posts').send({ memo: '話' }).expect(201)).body;
});

const path = () => `/posts/${post.id}/comments`;
async function comment(body: object, by = callers.other): Promise<Comment> {
  return (await by.post(path()).send(body).expect(201)).body;
}

it('is counted only when it is stored, so that a crash in between leaves no wrong count', async () => {
  const { app } = service.running;
  const [comments, posts] = [app.get(CommentRepository), app.get(PostRepository)];
  const insert = comments.insert.bind(comments);
  const counts: number[] = [];
  const spy = jest.spyOn(comments, 'insert').mockImplementation(async (...given) => {
    for (let read = 0; read < 5; read += 1) {
      counts.push((await posts.findById('space-a', post.id))!.commentCount);
    }
    return insert(...given);
  });
  try {
    await comment({ memo: '数える' });
  } finally {
    spy.mockRestore();
  }
  expect(counts).toEqual([0, 0, 0, 0, 0]);
  expect((await callers.writer.get(`/posts/${post.id}`)).body.commentCount).toBe(1);
});

it('is counted again after its post is restored, also when the first count fails', async () => {
  await comment({ memo: '数える' });
  const count = async () =>
    (await service.running.app.get(PostRepository).findById('space-a', post.id))!.commentCount;
  await callers.writer.delete(`/posts/${post.id}`).expect(204);
  await eventually(async () => expect(await count()).toBe(0));
  const failing = jest
    .spyOn(service.running.app.get(CommentTallyService), 'recount')
    .mockRejectedValueOnce(new Error('interrupted'));
  try {
    await callers.writer.post(`/posts/${post.id}/restore`).expect(200);
    await eventually(async () => expect(await count()).toBe(1));
  } finally {
    failing.mockRestore();
  }
});

it('is counted again after it is restored, also when the request ends before its count', async () => {
  const { app } = service.running;
  const count = async () =>
    (await app.get(PostRepository).findById('space-a', post.id))!.commentCount;
  const recount = jest.spyOn(app.get(CommentTallyService), 'recount');
  try {
    const address = `${path()}/${(await comment({ memo: '戻す' })).id}`;
    await callers.other.delete(address).expect(204);
    // Of both events and of the deletion's request: none is left that would count the restoration.
    await eventually(() => expect(recount.mock.calls.length).toBeGreaterThanOrEqual(3));
    expect(await count()).toBe(0);
    // The event may be handled before the request counts; it is delivered again after a failure.
    recount.mockRejectedValue(new Error('interrupted'));
    await callers.other.post(`${address}/restore`).expect(500);
    recount.mockRestore();
    await eventually(async () => expect(await count()).toBe(1));
  } finally {
    recount.mockRestore();
  }
});

it('is deleted and restored with its post also when it is stored after the deletion', async () => {
  const first = await comment({ memo: 'first' });
  const comments = service.running.app.get(CommentRepository);
  const find = (id: string) => comments.findById('space-a', id);
  const insert = comments.insert.bind(comments);
  const spy = jest.spyOn(comments, 'insert').mockImplementation(async (...given) => {
    await callers.writer.delete(`/posts/${post.id}`).expect(204);
    await eventually(async () => expect(await find(first.id)).toMatchObject({ deleted: true }));
    return insert(...given);
  });
  let late: Comment;
  try {
    late = await comment({ memo: 'late' });
  } finally {
    spy.mockRestore();
  }
  await eventually(async () => {
    expect(await find(late.id)).toMatchObject({ deleted: true, deletedWithPost: true });
    const deleted = service.events.of(events.commentDeleted).map(({ data }) => data.commentId);
    expect(deleted).toContain(late.id);
  });
  await callers.writer.post(`/posts/${post.id}/restore`).expect(200);
  await eventually(async () => {
    expect(await find(late.id)).toMatchObject({ deleted: false, deletedWithPost: false });
    const { body } = await callers.writer.get(`/posts/${post.id}`).expect(200);
    expect(body.commentCount).toBe(2);
  });
});

it('is stored, published, and counted on its post', async () => {
  const made = await comment({
    memo: '@書き手 ありがとう',
    mentions: [people.writer],
    labelIds: ['thanks'],
    task: { assignUserId: people.writer },
  });
  expect(made).toMatchObject({
    version: 1,
    postId: post.id,
    owner: { displayName: '同僚' },
    mentions: [{ id: people.writer, displayName: '書き手' }],
    labelIds: ['thanks'],
    task: { status: 'waiting', assignUserId: people.writer },
  });
  const { body } = await callers.writer.get(`/posts/${post.id}`).expect(200);
  expect(body).toMatchObject({
    commentCount: 1,
    lastCommenters: [{ id: people.other }],
    version: 1,
  });
  const event = await eventually(() => {
    const found = service.events
      .of(events.commentCreated)
      .find(({ aggregate }) => aggregate.id === made.id);
    if (!found) throw new Error('no event yet');
    return found;
  });
  expect(event.data).toMatchObject({
    postId: post.id,
    commentId: made.id,
    postOwnerId: people.writer,
    mentions: [people.writer],
    mirror: { assignUserId: { value: people.writer } },
  });
});

it('names the last two who commented, each once', async () => {
  await comment({ memo: '1' }, callers.admin);
  await comment({ memo: '2' }, callers.writer);
  await comment({ memo: '3' }, callers.other);
  const last = await comment({ memo: '4' }, callers.other);
  const read = async () => (await callers.writer.get(`/posts/${post.id}`).expect(200)).body as Post;
  const ids = (one: Post) => one.lastCommenters.map((staff) => staff.id);
  expect(ids(await read())).toEqual([people.other, people.writer]);
  await callers.other.delete(`${path()}/${last.id}`).expect(204);
  await eventually(async () => expect((await read()).commentCount).toBe(3));
});

it('counts right when many comment at once', async () => {
  await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      comment({ memo: `${n}` }, n % 2 ? callers.other : callers.admin),
    ),
  );
  await eventually(async () => {
    const { body } = await callers.writer.get(`/posts/${post.id}`).expect(200);
    expect(body.commentCount).toBe(12);
  });
});

it('is listed oldest first, page by page, and read alone', async () => {
  const made: Comment[] = [];
  for (let n = 0; n < 7; n += 1) made.push(await comment({ memo: `c${n}` }));
  const first = (await callers.writer.get(`${path()}?limit=4`).expect(200)).body;
  const second = (await callers.writer.get(`${path()}?limit=4&cursor=${first.nextCursor}`)).body;
  const ids = [...first.items, ...second.items].map((one: Comment) => one.id);
  expect(ids).toEqual(made.map((one) => one.id));
  expect(second.nextCursor).toBeNull();
  const read = await callers.writer.get(`${path()}/${made[2]!.id}`).expect(200);
  expect(read.body).toEqual(made[2]);
});

it('is edited by its writer and administrators, its task by everybody', async () => {
  const made = await comment({ memo: 'はじめ' });
  const one = `${path()}/${made.id}`;
  await callers.writer.patch(one).set('if-match', '*').send({ memo: 'x' }).expect(403);
  await callers.writer.delete(one).expect(403);
  await callers.writer.patch(one).set('if-match', '*').send({ task: {} }).expect(200);
  const { body } = await callers.admin
    .patch(one)
    .set('if-match', '*')
    .send({ memo: 'つぎ' })
    .expect(200);
  expect(body).toMatchObject({ memo: 'つぎ', version: 3, task: { status: 'waiting' } });
  expect(body.editedAt).toBe(body.updatedAt);
  const stale = await callers.other.patch(one).set('if-match', '"1"').send({ memo: 'y' });
  expect(stale.status).toBe(412);
  expect(stale.body).toMatchObject({ code: 'timeline.comment.stale', current: { memo: 'つぎ' } });
  expect(stale.body.current).toEqual((await callers.other.get(one).expect(200)).body);
  const history = await callers.other.get(`${one}/history`).expect(200);
  expect(history.body.items).toMatchObject([{ memo: 'はじめ', editedBy: people.admin }]);
});

it('can be brought back for a minute after it was deleted', async () => {
  const made = await comment({ memo: 'oops', task: { status: 'done' } });
  const one = `${path()}/${made.id}`;
  await callers.other.delete(one).expect(204);
  await callers.other.get(one).expect(404);
  await callers.writer.post(`${one}/restore`).expect(403);
  const { body } = await callers.other.post(`${one}/restore`).expect(200);
  expect(body).toMatchObject({ id: made.id, memo: 'oops', task: { status: 'done' } });
  expect((await callers.writer.get(`/posts/${post.id}`)).body.commentCount).toBe(1);
  await callers.other.delete(one).expect(204);
  await service.running.app.get(CommentRepository).change('space-a', made.id, () => ({
    set: { deletedAt: new Date(Date.now() - 61_000) },
  }));
  await callers.other.post(`${one}/restore`).expect(409);
});

it.each<[string, object, number, string]>([
  ['an empty comment', { memo: '' }, 422, 'timeline.post.empty'],
  [
    'a foreign mention',
    { memo: 'a', mentions: [people.foreign] },
    422,
    'timeline.post.unknown-staff',
  ],
  ['a mention of god', { memo: 'a', mentions: [people.god] }, 422, 'timeline.post.unknown-staff'],
  [
    'god as assignee',
    { memo: 'a', task: { assignUserId: people.god } },
    422,
    'timeline.post.unknown-staff',
  ],
  ['1,000 mentions', { memo: 'a', mentions: Array(1_000).fill('x') }, 400, 'request.invalid'],
  ['an unknown label', { memo: 'a', labelIds: ['x'] }, 422, 'timeline.post.unknown-label'],
  ['members of its own', { memo: 'a', memberIds: [people.sato] }, 400, 'request.invalid'],
])('refuses %s', async (_what, body, status, code) => {
  const answer = await callers.writer.post(path()).send(body).expect(status);
  expect(answer.body.code).toBe(code);
});

it('belongs to its post alone', async () => {
  const made = await comment({ memo: 'here' });
  const elsewhere = (await callers.writer.post('/posts').send({ memo: 'there' })).body as Post;
  const wrong = `/posts/${elsewhere.id}/comments/${made.id}`;
  await callers.other.get(wrong).expect(404);
  await callers.other.patch(wrong).set('if-match', '*').send({ memo: 'x' }).expect(404);
  await callers.other.delete(wrong).expect(404);
  await callers.other.post(`${wrong}/reactions`).send({ reactionId: 'like' }).expect(404);
});

describe('reactions', () => {
  it('toggle, on posts and comments alike, and publish it', async () => {
    const made = await comment({ memo: 'react' });
    for (const [target, commentId] of [
      [`/posts/${post.id}`, null],
      [`${path()}/${made.id}`, made.id],
    ] as const) {
      const toggle = async (reactionId: string, by = callers.other) =>
        (await by.post(`${target}/reactions`).send({ reactionId }).expect(200)).body;
      expect(await toggle('like')).toMatchObject({ reacted: true, version: 2 });
      await toggle('like', callers.writer);
      await toggle('thanks');
      const off = await toggle('like');
      expect(off.reacted).toBe(false);
      expect(off.reactions).toMatchObject([
        { reactionId: 'like', reactedBy: people.writer },
        { reactionId: 'thanks', reactedBy: people.other },
      ]);
      const read = await callers.writer.get(target).expect(200);
      expect(read.body).toMatchObject({ version: 5, reactions: off.reactions, editedAt: null });
      await eventually(() => {
        const facts = { postId: post.id, commentId, reactionId: 'like', emoji: '👍' };
        expect(service.events.of(events.reactionAdded).map(({ data }) => data)).toContainEqual(
          expect.objectContaining({ ...facts, reactedBy: people.other }),
        );
        expect(service.events.of(events.reactionRemoved).map(({ data }) => data)).toContainEqual(
          expect.objectContaining({ ...facts, reactedBy: people.other }),
        );
      });
    }
  });

  it('are all kept when many come at once', async () => {
    await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        service
          .asStaff({ staffId: `crowd-${n}` })
          .post(`/posts/${post.id}/reactions`)
          .send({ reactionId: 'celebrate' })
          .expect(200),
      ),
    );
    const { body } = await callers.writer.get(`/posts/${post.id}`).expect(200);
    expect(body.reactions).toHaveLength(8);
  });

  it('refuse a pictogram that the space does not have', async () => {
    const { body } = await callers.writer
      .post(`/posts/${post.id}/reactions`)
      .send({ reactionId: 'no-such' })
      .expect(422);
    expect(body).toMatchObject({
      code: 'timeline.reaction.unknown',
      errors: [{ pointer: '/body/reactionId' }],
    });
  });
});

it('reads no more than it returns', async () => {
  for (let n = 0; n < 6; n += 1) await comment({ memo: `${n}` });
  const repository = service.running.app.get(CommentRepository);
  const plan = await explainOf(repository.threadQuery('space-a', post.id, 4));
  expect(plan).toMatchObject({ index: 'thread', returned: 4, docsExamined: 4 });
  expect(plan.keysExamined).toBeLessThanOrEqual(5);
  expect(plan.stages).not.toContain('SORT');
});
