import { spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { run } from './commands';
import { Space } from './space';

const workspace = path.resolve(__dirname, '../../..');
const cache = process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache');
const python = path.join(cache, 'engawa/openapi-python-client-0.29.1/bin/python');
const hasPython = spawnSync('python3', ['-c', 'import venv, ensurepip']).status === 0;

// Generated, then run as a third party would: the same three examples as the typed client's (API-1).
(hasPython ? describe : describe.skip)('npm run client:python', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'engawa-python-'));
  let space: Space;

  beforeAll(async () => {
    const script = path.join(workspace, 'deploy/client-python.mjs');
    const target = path.join(dir, 'client');
    await run(process.execPath, [script, '--to', target], { cwd: workspace });
    space = await Space.enter({ posts: 5 });
  }, 300_000);
  afterAll(async () => {
    rmSync(dir, { recursive: true, force: true });
  });

  it('lists, writes once, and gets refusals as exceptions', async () => {
    const admin = await space.signIn('admin');
    const { body } = await admin.post<{ token: string }>('/api-tokens', {
      name: '窓口',
      scopes: ['post.read', 'post.write', 'member.read'],
    });
    const { stdout, stderr } = await run(python, ['example.py'], {
      cwd: path.join(dir, 'client'),
      env: { ...process.env, ENGAWA_URL: space.url, ENGAWA_TOKEN: body.token },
    });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({
      members: 60,
      memo: '窓口の端末から書き直しました。',
      bulk: [201, 422],
      refusals: ['412 timeline.post.stale', '404 timeline.post.not-found'],
    });
  });

  it('takes webhooks that the installation signed, and no others', async () => {
    const admin = await space.signIn('admin');
    const url = `http://127.0.0.1:${await freePort()}/engawa`;
    const { status, body: webhook } = await admin.post<{ id: string; secret: string }>(
      '/webhooks',
      {
        url,
        events: ['timeline.post.created'],
      },
    );
    expect(status).toBe(201);
    const receiver = spawn(python, ['example_webhook.py'], {
      cwd: path.join(dir, 'client'),
      env: { ...process.env, ENGAWA_WEBHOOK_SECRET: webhook.secret, PORT: new URL(url).port },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const lines = createInterface({ input: receiver.stdout })[Symbol.asyncIterator]();
      const next = async () => JSON.parse((await lines.next()).value as string);
      expect(await next()).toEqual({ port: Number(new URL(url).port) });
      await admin.post('/posts', { memo: '見学のあと、週3日で入会。' });
      expect(await next()).toEqual({ id: expect.any(String), type: 'timeline.post.created' });

      const seconds = Math.floor(Date.now() / 1000);
      const sign = (message: string, time: number, secret = webhook.secret) => {
        const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
        return createHmac('sha256', key).update(`m1.${time}.${message}`).digest('base64');
      };
      const text = '{"type":"timeline.post.created"}';
      const send = async (time: number, signature: string, message = text) => {
        const headers = {
          'webhook-id': 'm1',
          'webhook-timestamp': String(time),
          'webhook-signature': `v1,AAAA v1,${signature}`,
        };
        const { status } = await fetch(url, { method: 'POST', headers, body: message });
        return [status, await next()];
      };
      expect(await send(seconds, sign(text, seconds))).toEqual([
        204,
        { id: 'm1', type: 'timeline.post.created' },
      ]);
      const wrong = { refused: 'its signature is wrong' };
      expect(await send(seconds, sign(text, seconds), '{"type":"other"}')).toEqual([401, wrong]);
      expect(await send(seconds, sign(text, seconds, 'whsec_AAAA'))).toEqual([401, wrong]);
      expect(await send(seconds, '!')).toEqual([401, wrong]);
      expect(await send(seconds - 301, sign(text, seconds - 301))).toEqual([
        401,
        { refused: 'its time is too far from now' },
      ]);
    } finally {
      receiver.kill();
    }
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
