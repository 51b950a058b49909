import {
  foldText,
  type Comment,
  type Post,
  type PostTemplate,
  type SavedView,
} from '@engawa/contracts';
import { handlersOf } from '@engawa/service-kit';
import type { TestCaller, TestService } from '@engawa/testing';
import { callersOf, startTimeline } from './timeline.fixture';

let service: TestService;
let callers: ReturnType<typeof callersOf>;
let post: Post;
let comment: Comment;
let view: SavedView;
let template: PostTemplate;

beforeAll(async () => {
  service = await startTimeline();
  callers = callersOf(service);
  post = (await callers.writer.post('/posts').send({ memo: 'ours' }).expect(201)).body;
  comment = (
    await callers.writer.post(`/posts/${post.id}/comments`).send({ memo: 'ours too' }).expect(201)
  ).body;
  const shared = { displayName: 'ours', shared: true, criteria: { mustRead: true } };
  view = (await callers.writer.post('/saved-views').send(shared).expect(201)).body;
  const ours = { displayName: 'ours', memo: 'ours' };
  template = (await callers.admin.post('/post-templates').send(ours).expect(201)).body;
  await callers.writer.post(`/posts/${post.id}/reactions`).send({ reactionId: 'like' }).expect(200);
});
afterAll(() => service?.stop());

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Every route with an id of a space, and a valid body. */
const addressed: [string, Method, string, object | undefined][] = [
  ['getPost', 'get', '/posts/{post}', undefined],
  ['updatePost', 'patch', '/posts/{post}', { memo: 'theirs' }],
  ['deletePost', 'delete', '/posts/{post}', undefined],
  ['restorePost', 'post', '/posts/{post}/restore', undefined],
  ['listPostHistory', 'get', '/posts/{post}/history', undefined],
  ['listComments', 'get', '/posts/{post}/comments', undefined],
  ['createComment', 'post', '/posts/{post}/comments', { memo: 'theirs' }],
  ['getComment', 'get', '/posts/{post}/comments/{comment}', undefined],
  ['updateComment', 'patch', '/posts/{post}/comments/{comment}', { memo: 'theirs' }],
  ['deleteComment', 'delete', '/posts/{post}/comments/{comment}', undefined],
  ['listCommentHistory', 'get', '/posts/{post}/comments/{comment}/history', undefined],
  ['restoreComment', 'post', '/posts/{post}/comments/{comment}/restore', undefined],
  ['toggleReaction', 'post', '/posts/{post}/reactions', { reactionId: 'like' }],
  [
    'toggleCommentReaction',
    'post',
    '/posts/{post}/comments/{comment}/reactions',
    { reactionId: 'like' },
  ],
  ['listPosts', 'get', '/posts?around={post}', undefined],
  ['pinPost', 'put', '/posts/{post}/pin', undefined],
  ['unpinPost', 'delete', '/posts/{post}/pin', undefined],
  ['confirmPost', 'post', '/posts/{post}/confirmations', undefined],
  ['remindConfirmations', 'post', '/posts/{post}/confirmations/reminders', undefined],
  ['reopenIssue', 'delete', '/posts/{post}/solution', undefined],
  ['updateSavedView', 'patch', '/saved-views/{view}', { displayName: 'theirs' }],
  ['deleteSavedView', 'delete', '/saved-views/{view}', undefined],
  ['updatePostTemplate', 'patch', '/post-templates/{template}', { displayName: 'theirs' }],
  ['deletePostTemplate', 'delete', '/post-templates/{template}', undefined],
];

async function ask(caller: TestCaller, method: Method, path: string, body?: object) {
  const real = path
    .replace('{post}', post.id)
    .replace('{comment}', comment.id)
    .replace('{view}', view.id)
    .replace('{template}', template.id);
  const request = caller[method](real).set('if-match', '*');
  return body ? request.send(body) : request;
}

describe('another space', () => {
  it.each(addressed)(
    'gets 404 from %s, as for an id that nobody has',
    async (_operation, method, path, body) => {
      const foreign = await ask(callers.foreign, method, path, body);
      expect(foreign.status).toBe(404);
      const nowhere = path.replace(/\{\w+\}/g, 'none');
      const unknown = await ask(callers.admin, method, nowhere, body);
      expect({ status: unknown.status, code: unknown.body.code }).toEqual({
        status: 404,
        code: foreign.body.code,
      });
    },
  );

  it('sees nothing in its lists', async () => {
    expect((await callers.foreign.get('/posts').expect(200)).body.items).toEqual([]);
    const byId = await callers.foreign.get(`/posts?ids=${post.id}`).expect(200);
    expect(byId.body.items).toEqual([]);
    expect((await callers.foreign.get('/saved-views').expect(200)).body.items).toEqual([]);
    expect((await callers.foreign.get('/saved-views?page=members')).body.items).toEqual([]);
    expect((await callers.foreign.get('/post-templates').expect(200)).body.items).toEqual([]);
  });

  it('changed nothing', async () => {
    const now = (await callers.writer.get(`/posts/${post.id}`).expect(200)).body as Post;
    expect(now).toMatchObject({ memo: 'ours', version: 2, commentCount: 1 });
  });

  it('has labels and pictograms of its own', async () => {
    const admin = callers.foreign;
    await admin.patch('/labels/idea').set('if-match', '*').send({ name: 'theirs' }).expect(200);
    const ours = (await callers.writer.get('/labels').expect(200)).body.items as { name: string }[];
    expect(ours.map(({ name }) => foldText(name))).not.toContain('theirs');
  });
});

it.each(addressed)(
  'nobody without a token gets anything from %s',
  async (_operation, method, path, body) => {
    const answer = await ask(service.anonymous(), method, path, body);
    expect(answer.status).toBe(401);
  },
);

it('covers every operation that names something of a space', () => {
  const names = handlersOf(service.running.app)
    .filter(({ path }) => path && JSON.stringify(Object.keys(shapeOf(path.schema))).includes('Id'))
    .map(({ marks }) => marks.operationId);
  const covered = addressed.map(([operation]) => operation);
  const elsewhere = [
    // Ids of default labels and emoji are the same in every space; see above.
    ...['updateLabel', 'deleteLabel', 'updateReaction', 'deleteReaction'],
    // Private to each staff member; tested there.
    ...['getDraft', 'saveDraft', 'deleteDraft', 'deleteAttachment', 'readAttachment'],
    // Tested with issues: the body is checked first.
    ...['linkSolution'],
    ...['getPostImport', 'listPostImportRows', 'downloadPostImportReport'],
    ...['runPostImport', 'cancelPostImport'],
  ];
  expect(names.filter((name) => ![...covered, ...elsewhere].includes(name!))).toEqual([]);
});

function shapeOf(schema: unknown): object {
  return (schema as { shape: object }).shape;
}
