import type { Attachment, Comment, Post, PostImport } from '@engawa/contracts';
import { newId } from '@engawa/persistence';
import { eventually, type TestService } from '@engawa/testing';
import { CommentRepository } from './comment/comment.repository';
import { callersOf, startTimeline } from './timeline.fixture';

let service: TestService;
let callers: ReturnType<typeof callersOf>;

beforeAll(async () => {
  service = await startTimeline();
  callers = callersOf(service);
});
afterAll(() => service?.stop());

const replayed = (headers: Record<string, string>) => headers['idempotency-replayed'];

// A request whose answer was lost is repeated with its key and takes effect once.
describe('a request that is sent twice under one key', () => {
  async function create(body: object = {}): Promise<Post> {
    const answer = await callers.writer.post('/posts').send({ memo: 'memo', ...body });
    expect(answer.status).toBe(201);
    return answer.body;
  }

  it('confirms a must-read post once', async () => {
    const { id } = await create({ mustRead: true });
    const key = newId();
    const send = () =>
      callers.other.post(`/posts/${id}/confirmations`).set('idempotency-key', key).expect(200);
    const first = await send();
    const second = await send();
    expect(replayed(first.headers)).toBeUndefined();
    expect(replayed(second.headers)).toBe('true');
    expect(second.body).toEqual(first.body);
    expect((first.body as Post).confirmations).toHaveLength(1);
  });

  it('brings a post back once, although it was deleted again in between', async () => {
    const { id } = await create();
    await callers.writer.delete(`/posts/${id}`).expect(204);
    const key = newId();
    const send = () => callers.writer.post(`/posts/${id}/restore`).set('idempotency-key', key);
    await send().expect(200);
    await callers.writer.delete(`/posts/${id}`).expect(204);
    expect(replayed((await send().expect(200)).headers)).toBe('true');
    await callers.writer.get(`/posts/${id}`).expect(404);
  });

  it('counts a comment once, also when both are sent at the same moment', async () => {
    const post = await create();
    const key = newId();
    const send = () =>
      callers.writer
        .post(`/posts/${post.id}/comments`)
        .set('idempotency-key', key)
        .send({ memo: 'x' })
        .expect(201);
    const comments = service.running.app.get(CommentRepository);
    const recounted = jest.spyOn(comments, 'countOfPost');
    const look = jest.spyOn(comments, 'findWritten');
    let second: Comment | undefined;
    look.mockImplementationOnce(async () => {
      second = (await send()).body as Comment;
      // Its event has been handled, so that no later recount corrects the count.
      await eventually(() => expect(recounted).toHaveBeenCalled());
      return null;
    });
    const first = (await send()).body as Comment;
    look.mockRestore();
    recounted.mockRestore();
    expect(first.id).toBe(second?.id);
    const { body } = await callers.writer.get(`/posts/${post.id}`).expect(200);
    expect((body as Post).commentCount).toBe(1);
  });

  it('brings a comment back once, although it was deleted again in between', async () => {
    const post = await create();
    const comment = (
      await callers.writer.post(`/posts/${post.id}/comments`).send({ memo: 'x' }).expect(201)
    ).body as Comment;
    const path = `/posts/${post.id}/comments/${comment.id}`;
    await callers.writer.delete(path).expect(204);
    const key = newId();
    const send = () => callers.writer.post(`${path}/restore`).set('idempotency-key', key);
    await send().expect(200);
    await callers.writer.delete(path).expect(204);
    expect(replayed((await send().expect(200)).headers)).toBe('true');
    const { body } = await callers.writer.get(`/posts/${post.id}/comments`).expect(200);
    expect(body.items).toEqual([]);
  });

  it('keeps one file', async () => {
    const key = newId();
    const send = () =>
      callers.writer
        .post('/attachments')
        .set('idempotency-key', key)
        .attach('file', Buffer.from('控え'), 'note.txt');
    const first = (await send().expect(201)).body as Attachment;
    const second = await send().expect(201);
    expect(replayed(second.headers)).toBe('true');
    expect((second.body as Attachment).id).toBe(first.id);
  });

  it('starts one import', async () => {
    const key = newId();
    const send = () =>
      callers.admin
        .post('/posts/imports')
        .set('idempotency-key', key)
        .attach('file', Buffer.from('メモ\n一行\n'), 'posts.csv');
    const first = (await send().expect(202)).body as PostImport;
    expect(((await send().expect(202)).body as PostImport).id).toBe(first.id);
    await eventually(async () => {
      const { items } = (await callers.admin.get('/posts/imports').expect(200)).body;
      expect(items).toMatchObject([{ id: first.id, state: 'checked', counts: { add: 1 } }]);
    });
  });
});
