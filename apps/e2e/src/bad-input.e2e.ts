import type { Member, Post } from '@engawa/contracts';
import { type Answer, Api } from './api';
import { Space } from './space';

interface Problem {
  status: number;
  code: string;
  title: string;
  requestId: string;
  errors?: { pointer: string }[];
}

let space: Space;
let staff: Api;
let other: Api;
let admin: Api;

beforeAll(async () => {
  space = await Space.enter({ posts: 5, large: true });
  staff = await space.signIn('staff');
  other = await space.signInElsewhere();
  admin = await space.signIn('admin');
}, 180_000);

function expectProblem(answer: Answer<unknown>, status: number, code?: string): Problem {
  const body = answer.body as Problem;
  expect([answer.status, body]).toEqual([status, expect.objectContaining({ status })]);
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(body.code).toMatch(/^[a-zA-Z-]+(\.[a-zA-Z-]+)+$/);
  expect(body.requestId).toBeTruthy();
  expect(body.title).toBeTruthy();
  if (code) expect(body.code).toBe(code);
  return body;
}

async function countPosts(): Promise<number> {
  return (await staff.get<{ items: Post[] }>('/posts?limit=50')).body.items.length;
}

describe('bad input to createPost stores nothing and answers a problem', () => {
  const foreignId = () => staff.get<{ items: Member[] }>('/members');
  it.each([
    ['an unknown field', { memo: 'x', admin: true }, '/admin'],
    ['a wrong type', { memo: 5 }, '/memo'],
    ['an operator in place of a value', { memo: { $gt: '' } }, '/memo'],
    ['an operator in a list', { memo: 'x', memberIds: [{ $ne: null }] }, '/memberIds/0'],
    ['a wrong date', { memo: 'x', talkedAt: 'yesterday' }, '/talkedAt'],
    ['a wrong status', { memo: 'x', task: { status: 'later' } }, '/task/status'],
    ['a memo that is too long', { memo: 'あ'.repeat(20_001) }, '/memo'],
  ])('%s', async (_what, body, pointer) => {
    const before = await countPosts();
    const answer = await staff.post('/posts', body);
    const problem = expectProblem(answer, 400);
    expect(problem.errors?.[0]?.pointer).toContain(pointer.split('/')[1]);
    expect(await countPosts()).toBe(before);
  });

  it('a memo of 1 MB', async () => {
    const answer = await staff.post('/posts', { memo: 'a'.repeat(1_048_576) });
    expect([400, 413, 422]).toContain(answer.status);
    expectProblem(answer, answer.status);
  });

  it.each([
    ['no boundary', 'multipart/form-data', ''],
    ['an empty boundary', 'multipart/form-data; boundary=', 'x'],
    ['a boundary without end', `multipart/form-data; boundary=${'x'.repeat(300)}`, 'x'],
    ['a body that is cut off', 'multipart/form-data; boundary=x', '--x\r\ncontent-disposition: '],
    ['no part', 'multipart/form-data; boundary=x', '--x--\r\n'],
  ])('files with %s', async (_what, type, body) => {
    for (const [method, path] of [
      ['POST', '/attachments'],
      ['PUT', '/profile/photo'],
      ['POST', '/members/imports/add?dryRun=true'],
    ] as const) {
      const answer = await admin.ask(method, path, body, { 'content-type': type });
      expect([path, [400, 415, 422]]).toEqual([path, expect.arrayContaining([answer.status])]);
      expectProblem(answer, answer.status);
    }
  });

  it('an empty post', async () => {
    expectProblem(await staff.post('/posts', { memo: '  ' }), 422);
  });

  it('broken JSON, no body, another content type', async () => {
    expectProblem(await staff.post('/posts', '{"memo":'), 400);
    expectProblem(await staff.post('/posts'), 400);
    expectProblem(await staff.post('/posts', 'memo=x', { 'content-type': 'text/plain' }), 415);
  });

  it('members, labels and staff of the other space', async () => {
    const { items } = (await foreignId()).body;
    const before = (await other.get<{ items: Post[] }>('/posts')).body.items.length;
    expectProblem(await other.post('/posts', { memo: 'x', memberIds: [items[0]!.id] }), 422);
    expectProblem(
      await other.post('/posts', { memo: 'x', task: { assignUserId: staff.staffId } }),
      422,
    );
    expectProblem(await other.post('/posts', { memo: 'x', labelIds: ['nosuchlabel'] }), 422);
    expect((await other.get<{ items: Post[] }>('/posts')).body.items.length).toBe(before);
  });
});

describe('bad positions, ids and versions', () => {
  it.each([
    '/posts?cursor=made-up',
    '/posts?limit=0',
    '/posts?limit=ten',
    '/posts?unknown=1',
    '/posts?from[$gt]=1',
    '/tasks?status=later',
    '/members?limit=100000',
    '/notifications?cursor=%00',
  ])('%s', async (path) => {
    expectProblem(await staff.get(path), 400);
  });

  it.each(['/posts/nosuch', '/posts/%24where', '/members/nosuch', '/tasks/nosuch', '/nosuch'])(
    '%s is not found or refused',
    async (path) => {
      const answer = await staff.get(path);
      expect([400, 404]).toContain(answer.status);
      expectProblem(answer, answer.status);
    },
  );

  it('a stale version is refused with the current one', async () => {
    const { body: post } = await staff.post<Post>('/posts', { memo: '一' });
    await staff.patch(`/posts/${post.id}`, { memo: '二' }, { 'if-match': `"${post.version}"` });
    const late = await staff.patch<Problem & { current: Post }>(
      `/posts/${post.id}`,
      { memo: '三' },
      { 'if-match': `"${post.version}"` },
    );
    expectProblem(late, 412);
    expect(late.body.current.memo).toBe('二');
    expect((await staff.get<Post>(`/posts/${post.id}`)).body.memo).toBe('二');
  });

  it('the same Idempotency-Key writes once', async () => {
    const key = { 'idempotency-key': `journey-${Date.now()}` };
    const first = await staff.post<Post>('/posts', { memo: '一度だけ' }, key);
    const again = await staff.post<Post>('/posts', { memo: '一度だけ' }, key);
    expect(again.status).toBe(201);
    expect(again.body.id).toBe(first.body.id);
    expectProblem(await staff.post('/posts', { memo: '別の文' }, key), 422);
  });
});

describe('tokens', () => {
  it('none, nonsense, forged and of another algorithm', async () => {
    const [head, claims, signature] = (staff.token ?? '').split('.');
    const asPrimary = Buffer.from(
      JSON.stringify({
        ...JSON.parse(Buffer.from(claims ?? '', 'base64url').toString()),
        role: 'primaryAdmin',
      }),
    ).toString('base64url');
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url');
    for (const token of [
      null,
      'nonsense',
      `${head}.${asPrimary}.${signature}`,
      `${none}.${claims}.`,
      `${head}.${claims}.${'A'.repeat(86)}`,
    ]) {
      expectProblem(await staff.withToken(token).get('/session'), 401);
      expectProblem(await staff.withToken(token).post('/posts', { memo: 'x' }), 401);
    }
  });

  it('wrong password and unknown address answer the same, in the language asked for', async () => {
    const nobody = Api.nobody(space.url);
    const ask = (email: string, language: string) =>
      nobody.post(
        '/auth/sign-in',
        { email, password: 'wrong-password' },
        { 'accept-language': language },
      );
    const wrong = expectProblem(await ask(space.email('staff'), 'ja'), 401);
    const unknown = expectProblem(await ask(space.email('nobody'), 'ja'), 401);
    expect({ ...unknown, requestId: '', instance: '' }).toEqual({
      ...wrong,
      requestId: '',
      instance: '',
    });
    expect(JSON.stringify(wrong)).toContain('メールアドレスまたはパスワードが正しくありません');
    const english = expectProblem(await ask(space.email('nobody'), 'en'), 401);
    expect(JSON.stringify(english)).toContain('The e-mail address or password is not correct');
  });

  it('a session that signed out is over', async () => {
    const leaving = await space.signIn('leo');
    expect((await leaving.get('/session')).status).toBe(200);
    expect((await leaving.post('/auth/sign-out')).status).toBe(204);
    const end = Date.now() + 1_000;
    let status = 200;
    while (status === 200 && Date.now() < end) status = (await leaving.get('/posts')).status;
    expect(status).toBe(401);
  });
});
