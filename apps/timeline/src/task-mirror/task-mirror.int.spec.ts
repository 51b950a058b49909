import {
  type Comment,
  type DataOf,
  events,
  type Label,
  type Mirror,
  type Post,
} from '@engawa/contracts';
import { changeMirror, type MirrorChange } from '@engawa/mirror';
import { eventually, type TestService, throughout } from '@engawa/testing';
import { callersOf, people, startTimeline } from '../timeline.fixture';

let service: TestService;
let callers: ReturnType<typeof callersOf>;

beforeAll(async () => {
  service = await startTimeline();
  callers = callersOf(service);
});
afterAll(() => service?.stop());

/** The mirror in the last event of a post or comment. */
async function toldMirror(id: string, version: number): Promise<Mirror> {
  return eventually(() => {
    const found = service.events.all.find(
      (event) => event.aggregate.id === id && event.version === version,
    );
    const { mirror } = (found?.data ?? {}) as DataOf<typeof events.postUpdated>;
    if (!mirror) throw new Error(`version ${version} was not told yet`);
    return mirror;
  });
}

let taskVersion = 0;
/** Publishes a change as the tasks service does. */
async function tasksSay(
  source: { postId: string; commentId: string | null },
  mirror: Mirror,
  how: typeof events.taskCreated | typeof events.taskUpdated = events.taskUpdated,
) {
  taskVersion += 1;
  await service.publish(how, {
    actor: people.other,
    aggregate: { type: 'task', id: source.commentId ?? source.postId },
    version: taskVersion,
    data: {
      taskId: source.commentId ?? source.postId,
      ...source,
      ownerId: people.writer,
      excerpt: '',
      memberIds: [],
      mirror,
      previous: null,
    },
  });
}

const change = (mirror: Mirror, by: MirrorChange) => changeMirror(mirror, by, 'tasks').mirror;
const statusNow = (status: 'inProgress' | 'done') => ({
  status,
  statusUpdatedAt: new Date().toISOString(),
});

async function read<T>(path: string): Promise<T> {
  return (await callers.writer.get(path).expect(200)).body as T;
}

async function newPost(): Promise<Post> {
  const body = { memo: 'mirror', labelIds: ['idea'], task: { assignUserId: people.writer } };
  return (await callers.writer.post('/posts').send(body).expect(201)).body;
}

it('applies what the tasks service changed, and publishes it with the same mirror', async () => {
  const post = await newPost();
  const mirror = change(await toldMirror(post.id, 1), {
    status: statusNow('done'),
    assignUserId: null,
    labelIds: ['businessIssue'],
  });
  await tasksSay({ postId: post.id, commentId: null }, mirror);
  await eventually(async () => {
    expect(await read<Post>(`/posts/${post.id}`)).toMatchObject({
      version: 2,
      labelIds: ['businessIssue'],
      task: { status: 'done', assignUserId: null },
      issue: { state: 'open' },
      editedAt: null,
    });
  });
  expect(await toldMirror(post.id, 2)).toEqual(mirror);
});

it('applies newer values that the tasks service had when it created the task', async () => {
  const post = await newPost();
  const made = change(await toldMirror(post.id, 1), { status: statusNow('inProgress') });
  await tasksSay({ postId: post.id, commentId: null }, made, events.taskCreated);
  await eventually(async () =>
    expect((await read<Post>(`/posts/${post.id}`)).task?.status).toBe('inProgress'),
  );
});

it('writes and publishes nothing for a repeated or older mirror', async () => {
  const post = await newPost();
  const first = await toldMirror(post.id, 1);
  const started = change(first, { status: statusNow('inProgress') });
  const done = change(started, { status: statusNow('done') });
  const source = { postId: post.id, commentId: null };
  await tasksSay(source, done);
  await eventually(async () =>
    expect((await read<Post>(`/posts/${post.id}`)).task?.status).toBe('done'),
  );
  await tasksSay(source, done);
  await tasksSay(source, started);
  await tasksSay(source, first);
  await tasksSay(source, first, events.taskCreated);
  await throughout(async () => {
    expect(await read<Post>(`/posts/${post.id}`)).toMatchObject({
      version: 2,
      task: { status: 'done' },
    });
  });
});

it('turns a post and a comment back when their task is deleted', async () => {
  const post = await newPost();
  const comment = (
    await callers.writer
      .post(`/posts/${post.id}/comments`)
      .send({ memo: 'c', task: {} })
      .expect(201)
  ).body as Comment;
  const gone = async (id: string) => change(await toldMirror(id, 1), { present: false });
  await tasksSay({ postId: post.id, commentId: null }, await gone(post.id));
  await tasksSay({ postId: post.id, commentId: comment.id }, await gone(comment.id));
  await eventually(async () => {
    expect((await read<Post>(`/posts/${post.id}`)).task).toBeNull();
    expect((await read<Comment>(`/posts/${post.id}/comments/${comment.id}`)).task).toBeNull();
  });
});

it('keeps the larger stamp when both sides changed at the same time', async () => {
  const post = await newPost();
  const before = await toldMirror(post.id, 1);
  await callers.writer
    .patch(`/posts/${post.id}`)
    .set('if-match', '*')
    .send({ task: { status: 'skipped' } })
    .expect(200);
  // An earlier change elsewhere: the status is older than ours, the assignee only theirs.
  const older = changeMirror(
    before,
    { status: statusNow('inProgress'), assignUserId: people.other },
    'tasks',
    Date.parse(post.createdAt) + 1,
  ).mirror;
  await tasksSay({ postId: post.id, commentId: null }, older);
  await eventually(async () => {
    expect((await read<Post>(`/posts/${post.id}`)).task).toMatchObject({
      status: 'skipped',
      assignUserId: people.other,
    });
  });
});

it('removes a deleted label that a late change of the task brings back', async () => {
  const label = (await callers.admin.post('/labels').send({ name: 'late' }).expect(201))
    .body as Label;
  const body = { memo: 'labelled', labelIds: [label.id], task: {} };
  const post = (await callers.writer.post('/posts').send(body).expect(201)).body as Post;
  const comment = (await callers.writer.post(`/posts/${post.id}/comments`).send(body).expect(201))
    .body as Comment;
  await callers.admin.delete(`/labels/${label.id}`).expect(204);
  for (const [id, path, commentId] of [
    [post.id, `/posts/${post.id}`, null],
    [comment.id, `/posts/${post.id}/comments/${comment.id}`, comment.id],
  ] as const) {
    const removed = await toldMirror(id, 2);
    expect(removed.labelIds.value).toEqual([]);
    const late = change(removed, { labelIds: [label.id] });
    await tasksSay({ postId: post.id, commentId }, late);
    const told = await toldMirror(id, 4);
    expect(told.labelIds.value).toEqual([]);
    expect(told.labelIds.stamp > late.labelIds.stamp).toBe(true);
    expect(await read<Post | Comment>(path)).toMatchObject({ version: 4, labelIds: [] });
  }
});

it('leaves a deleted post alone', async () => {
  const post = await newPost();
  const mirror = change(await toldMirror(post.id, 1), { status: statusNow('done') });
  await callers.writer.delete(`/posts/${post.id}`).expect(204);
  await tasksSay({ postId: post.id, commentId: null }, mirror);
  await throughout(async () => {
    await callers.writer.get(`/posts/${post.id}`).expect(404);
  });
  await eventually(() => {
    const told = service.events.all.filter(
      (event) => event.aggregate.id === post.id && event.aggregate.type === 'post',
    );
    expect(told.map((event) => event.name)).toEqual([
      'timeline.post.created',
      'timeline.post.deleted',
    ]);
  });
});
