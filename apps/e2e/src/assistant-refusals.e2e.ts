import type { AuditEntry, Member, Post } from '@engawa/contracts';
import { Api, eventually } from './api';
import { Assistant, bearer, everyScope, textOf, tokenOf } from './assistant';
import { Space } from './space';

let space: Space;
let admin: Api;
let other: Api;
let token: string;
let assistant: Assistant;

beforeAll(async () => {
  space = await Space.enter({ posts: 5 });
  admin = await space.signIn('admin');
  other = await space.signInElsewhere();
  token = await tokenOf(admin, everyScope);
  assistant = await Assistant.connect(space.url, bearer(token));
}, 180_000);

describe('what REST refuses is refused over MCP', () => {
  it.each([
    ['an unknown field', 'write_post', { memo: 'x', ownerId: 'y' }, 400, 'request.invalid'],
    ['a wrong type', 'write_post', { memo: 5 }, 400, 'request.invalid'],
    ['an operator', 'comment', { postId: { $ne: null }, memo: 'x' }, 400, 'request.invalid'],
    [
      'a memo that is too long',
      'write_post',
      { memo: 'あ'.repeat(20_001) },
      400,
      'request.invalid',
    ],
    ['a NUL', 'write_post', { memo: 'x\u0000' }, 400, 'request.invalid'],
    ['a lone surrogate', 'write_post', { memo: 'x\ud800' }, 400, 'request.invalid'],
    ['an empty post', 'write_post', { memo: ' ' }, 422, 'timeline.post.empty'],
    ['an unknown label', 'write_post', { memo: 'x', labelIds: ['no'] }, 422, null],
    ['an unknown post', 'comment', { postId: 'nosuch', memo: 'x' }, 404, null],
    ['a path in an id', 'finish_task', { taskId: '../posts' }, 400, 'request.invalid'],
    ['an unknown task', 'finish_task', { taskId: 'nosuch' }, 404, 'tasks.task.not-found'],
    ['an invented cursor', 'search_posts', { cursor: 'made-up' }, 400, 'request.invalid-cursor'],
    [
      'a cursor of another list',
      'find_members',
      { cursor: 'page2' },
      400,
      'request.invalid-cursor',
    ],
    ['an unknown member', 'member_brief', { memberId: 'nosuch' }, 404, null],
    ['members of a comment', 'create_task', { postId: 'p', memberIds: ['m'] }, 400, null],
  ])('%s', async (_what, tool, input, status, code) => {
    const problem = await assistant.refusal(tool, input);
    expect([problem.status, problem.code]).toEqual([status, code ?? expect.any(String)]);
    expect(problem.title).toMatch(/^[A-Z]/);
    expect(problem.requestId).toBeTruthy();
  });

  it('things of another space, as if they were not there', async () => {
    const theirs = await Assistant.connect(space.url, bearer(await tokenOf(other, everyScope)));
    const { body } = await admin.get<{ items: Post[] }>('/posts?limit=1');
    const { body: people } = await admin.get<{ items: Member[] }>('/members?limit=1');
    const postId = body.items[0]!.id;
    const memberId = people.items[0]!.id;
    expect((await theirs.refusal('comment', { postId, memo: 'x' })).status).toBe(404);
    expect((await theirs.refusal('member_brief', { memberId })).status).toBe(404);
    expect((await theirs.refusal('write_post', { memo: 'x', memberIds: [memberId] })).status).toBe(
      422,
    );
    await expect(theirs.read(`engawa://post/${postId}`)).rejects.toThrow(/not found/i);
    expect(
      (await theirs.use<{ posts: { postId: string }[] }>('search_posts', { query: '' })).posts.map(
        (p) => p.postId,
      ),
    ).not.toContain(postId);
  });

  it('what the token may not do', async () => {
    const reader = await Assistant.connect(
      space.url,
      bearer(await tokenOf(admin, ['search.read'])),
    );
    const { tools } = await reader.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['search_posts']);
    expect((await reader.refusal('write_post', { memo: 'x' })).code).toBe('auth.forbidden');
    await expect(reader.read('engawa://today')).rejects.toThrow();
    expect((await reader.client.listResources()).resources).toEqual([]);
  });

  it('and is in the audit log all the same', async () => {
    const { body } = await admin.post<{ token: string }>('/api-tokens', {
      name: '断られる助手',
      scopes: ['search.read'],
    });
    const refused = await Assistant.connect(space.url, bearer(body.token));
    await refused.refusal('write_post', { memo: 'x' });
    await refused.refusal('search_posts', { cursor: 5 });
    await expect(refused.read('engawa://today')).rejects.toThrow();
    const path = '/audit-entries?action=identity.assistant.used&limit=100';
    const { body: log } = await admin.get<{ items: AuditEntry[] }>(path);
    const own = log.items.filter(({ actor }) => actor?.displayName === '断られる助手');
    expect(own.map(({ target }) => target.name)).toEqual(['today', 'search_posts', 'write_post']);
  });

  it('unknown tools and addresses', async () => {
    await expect(assistant.call('delete_space', {})).rejects.toThrow(/Unknown tool/);
    for (const uri of ['engawa://nosuch', 'engawa://post/a%2fb', 'file:///etc/passwd', 'x']) {
      await expect(assistant.client.readResource({ uri })).rejects.toThrow();
    }
  });
});

describe('the endpoint', () => {
  const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  const ask = async (
    headers: Record<string, string>,
    body: unknown = listTools,
    method = 'POST',
  ): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }> => {
    const response = await fetch(`${space.url}/mcp`, {
      method,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      ...(method === 'POST'
        ? { body: typeof body === 'string' ? body : JSON.stringify(body) }
        : {}),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text ? JSON.parse(text) : {}) as Record<string, unknown>,
    };
  };

  it('keeps no session, so that any replica answers any request', async () => {
    const { status, headers, body } = await ask(bearer(token));
    expect([status, headers.get('mcp-session-id')]).toEqual([200, null]);
    expect(body).toMatchObject({ result: { tools: expect.any(Array) } });
    expect(headers.get('ratelimit')).toMatch(/;r=[1-9]/);
  });

  it.each([
    ['no token', () => ({}), 401, 'auth.required'],
    ['an invented token', () => bearer(`${token.slice(0, -4)}AAAA`), 401, 'auth.token-invalid'],
    ['a session of the web app', () => bearer(admin.token!), 401, 'auth.token-invalid'],
    [
      'a session id of another space',
      () => ({ ...bearer(token), 'mcp-session-id': '5e2f' }),
      404,
      'request.route-not-found',
    ],
    [
      'a page of another origin',
      () => ({ ...bearer(token), origin: 'https://evil.example' }),
      403,
      'auth.forbidden',
    ],
  ])('refuses %s', async (_what, headers, status, code) => {
    const answer = await ask(headers());
    expect([answer.status, answer.body['code']]).toEqual([status, code]);
    expect(answer.headers.has('www-authenticate')).toBe(status === 401);
  });

  it('refuses arguments of 10 MB, broken JSON, lists of messages and other methods', async () => {
    const arguments_ = { memo: 'a'.repeat(10 * 1024 * 1024) };
    const large = {
      ...listTools,
      method: 'tools/call',
      params: { name: 'write_post', arguments: arguments_ },
    };
    expect((await ask(bearer(token), large)).status).toBe(413);
    expect((await ask(bearer(token), '{"jsonrpc":')).status).toBe(400);
    expect((await ask(bearer(token), [listTools, listTools])).status).toBe(400);
    expect((await ask(bearer(token), { jsonrpc: '1.0' })).status).toBe(400);
    for (const method of ['GET', 'DELETE']) {
      const answer = await ask(bearer(token), undefined, method);
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
    }
  });

  it('opens nothing to a token that was revoked', async () => {
    const { body } = await admin.post<{ token: string; apiToken: { id: string } }>('/api-tokens', {
      name: '一時',
      scopes: ['search.read'],
    });
    const passing = await Assistant.connect(space.url, bearer(body.token));
    expect(textOf(await passing.call('search_posts', { query: '' }))).toContain('posts');
    await admin.delete(`/api-tokens/${body.apiToken.id}`);
    await eventually(async () => expect((await ask(bearer(body.token))).status).toBe(401));
    await expect(passing.call('search_posts', { query: '' })).rejects.toThrow();
  });
});
