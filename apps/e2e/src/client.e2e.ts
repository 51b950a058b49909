import type { ExecFileException } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import ts from 'typescript';
import { run } from './commands';
import { Space } from './space';

const workspace = path.resolve(__dirname, '../../..');
const source = path.join(workspace, 'deploy/client');
const programs = ['example', 'first-hour'];

// The typed client as a third party would use it: packed, installed, compiled, run (API-1).
describe('npm run client', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'engawa-client-'));
  let space: Space;

  beforeAll(async () => {
    const modules = path.join(dir, 'node_modules');
    mkdirSync(modules);
    for (const name of ['openapi-fetch', '@types'])
      symlinkSync(path.join(workspace, 'node_modules', name), path.join(modules, name));
    const target = path.join(modules, '@engawa/client');
    await run('npm', ['run', '--silent', 'client', '--', '--to', target], { cwd: workspace });
    writeFileSync(path.join(dir, 'package.json'), '{ "type": "module" }');
    for (const name of programs)
      copyFileSync(path.join(source, `${name}.ts`), path.join(dir, `${name}.ts`));
    const [, block] = /```ts\n([\s\S]*?)```/.exec(
      readFileSync(path.join(source, 'README.md'), 'utf8'),
    )!;
    writeFileSync(path.join(dir, 'readme.ts'), block!);
    space = await Space.enter({ posts: 5 });
  }, 180_000);
  afterAll(async () => {
    rmSync(dir, { recursive: true, force: true });
  });

  async function runProgram(name: string, token: string) {
    const text = readFileSync(path.join(dir, `${name}.ts`), 'utf8');
    const { outputText } = ts.transpileModule(text, {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
    });
    writeFileSync(path.join(dir, `${name}.js`), outputText);
    return run(process.execPath, [`${name}.js`], {
      cwd: dir,
      timeout: 60_000,
      env: { ...process.env, ENGAWA_URL: space.url, ENGAWA_TOKEN: token },
    });
  }

  it('writes types that accept correct programs, also those of its documentation', async () => {
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--types', 'node'];
    const forms = ['--target', 'es2023', '--lib', 'es2023,dom', '--module', 'nodenext'];
    const compiler = path.join(workspace, 'node_modules/typescript-7/bin/tsc');
    const files = [...programs.map((name) => `${name}.ts`), 'readme.ts'];
    const { code, stdout } = await run(
      process.execPath,
      [compiler, ...options, ...forms, ...files],
      { cwd: dir },
    ).then(
      (ended) => ({ code: 0, ...ended }),
      (failed: ExecFileException) => failed,
    );
    expect([code, stdout]).toEqual([0, '']);
  });

  it('reads, writes and reports refusals with an API token', async () => {
    const admin = await space.signIn('admin');
    const { body, status } = await admin.post<{ token: string }>('/api-tokens', {
      name: '窓口',
      scopes: ['post.read', 'post.write', 'member.read'],
    });
    expect([status, body]).toEqual([201, expect.objectContaining({ token: expect.any(String) })]);
    const { stdout, stderr } = await runProgram('example', body.token);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({
      members: 60,
      memo: '窓口の端末から書き直しました。',
      bulk: [201, 422],
      refusals: [
        '412 timeline.post.stale',
        '404 timeline.post.not-found',
        '400 request.invalid /body/memo',
        '404 request.route-not-found',
      ],
    });
  });

  it('takes a partner through the first hour', async () => {
    const admin = await space.signIn('admin');
    const { body } = await admin.post<{ token: string }>('/api-tokens', {
      name: '会員管理システム',
      scopes: ['post.read', 'post.write', 'member.read', 'integration.manage'],
    });
    const { stdout, stderr } = await runProgram('first-hour', body.token);
    expect(stderr).toBe('');
    const received = { type: 'timeline.post.created', isPost: true };
    expect(JSON.parse(stdout)).toEqual({
      members: 60,
      received: [received, received],
      sameId: true,
      replayed: 1,
      forged: { status: 401, refused: 1 },
    });
  });

  it('sends again what is safe to repeat, under one key, and takes signed webhooks alone', async () => {
    writeFileSync(path.join(dir, 'behaviour.js'), behaviour);
    const { stdout, stderr } = await run(process.execPath, ['behaviour.js'], { cwd: dir });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({
      post: { statuses: [503, 429, 201], keys: 1, waits: [2_000, expect.any(Number)] },
      lost: { attempts: 3, error: 'lost' },
      patch: { statuses: [503] },
      webhook: { type: 'post.created', refused: 5 },
    });
  });
});

/** Runs the packed client against a fake server. */
const behaviour = `
import { createHmac } from 'node:crypto';
import { createClient, verifyWebhook, WebhookRefused } from '@engawa/client';

const run = async (answers, act) => {
  const seen = [];
  const waits = [];
  const client = createClient({
    baseUrl: 'https://engawa.example',
    wait: async (millis) => void waits.push(millis),
    fetch: async (request) => {
      const answer = answers[seen.length];
      seen.push({ key: request.headers.get('idempotency-key'), body: await request.text() });
      if (answer instanceof Error) throw answer;
      const headers = answer === 503 ? { 'retry-after': '2' } : {};
      return Response.json({}, { status: answer, headers });
    },
  });
  const outcome = await act(client).catch((error) => error);
  return { seen, waits, outcome, statuses: answers.slice(0, seen.length) };
};

const write = (client) => client.POST('/api/v1/posts', { body: { memo: 'x' } });
const post = await run([503, 429, 201, 201], write);
if (post.seen.some(({ body }) => body !== '{"memo":"x"}')) throw new Error('the body was lost');
const lost = await run([1, 2, 3, 4].map(() => new Error('lost')), write);
const patch = await run([503, 200], (client) =>
  client.PATCH('/api/v1/posts/{postId}', { params: { path: { postId: 'p' }, header: { 'If-Match': '*' } }, body: {} }),
);

const secret = 'whsec_' + Buffer.from('a secret of the receiver').toString('base64');
const now = Date.now();
const sign = (changes = {}) => {
  const message = { id: 'm1', seconds: Math.floor(now / 1000), body: '{"type":"post.created"}' };
  const { id, seconds, body } = { ...message, ...changes };
  const key = Buffer.from((changes.secret ?? secret).slice(6), 'base64');
  const signature = createHmac('sha256', key).update(id + '.' + seconds + '.' + body);
  return {
    body,
    secret,
    now,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': 'v1,AAAA v1,' + signature.digest('base64'),
    },
  };
};
const { type } = await verifyWebhook(sign());
const good = sign();
let refused = 0;
for (const wrong of [
  { ...good, body: '{"type":"post.deleted"}' },
  sign({ secret: 'whsec_AAAA' }),
  sign({ seconds: Math.floor(now / 1000) - 301 }),
  { ...good, headers: {} },
  { ...good, headers: { ...good.headers, 'webhook-signature': 'v2,!' } },
]) {
  await verifyWebhook(wrong).catch((error) => (refused += error instanceof WebhookRefused));
}

console.log(JSON.stringify({
  post: { statuses: post.statuses, keys: new Set(post.seen.map(({ key }) => key)).size, waits: post.waits },
  lost: { attempts: lost.seen.length, error: lost.outcome.message },
  patch: { statuses: patch.statuses },
  webhook: { type, refused },
}));
`;
