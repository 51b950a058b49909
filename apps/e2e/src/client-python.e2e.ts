import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { Api } from './api';
import { Installation } from './world';

const workspace = path.resolve(__dirname, '../../..');
const hasPython = spawnSync('python3', ['-c', 'import venv, ensurepip']).status === 0;

// Generated, then run as a third party would: the same three examples as the typed client's (API-1).
(hasPython ? describe : describe.skip)('npm run client:python', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'engawa-python-'));
  let installation: Installation;

  beforeAll(async () => {
    const options = { cwd: workspace, encoding: 'utf8' } as const;
    const script = path.join(workspace, 'deploy/client-python.mjs');
    const target = path.join(dir, 'client');
    const { status, stderr } = spawnSync(process.execPath, [script, '--to', target], options);
    if (status !== 0) throw new Error(stderr);
    installation = await Installation.start({ posts: 5 });
  }, 300_000);
  afterAll(async () => {
    await installation?.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  it('lists, writes once, and is told refusals', async () => {
    const admin = await Api.signIn(installation.url, 'admin@engawa.example');
    const { body } = await admin.post<{ token: string }>('/api-tokens', {
      name: '窓口',
      scopes: ['post.read', 'post.write', 'member.read'],
    });
    const cache = process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache');
    const python = path.join(cache, 'engawa/openapi-python-client-0.29.1/bin/python');
    const { stdout, stderr } = spawnSync(python, ['example.py'], {
      cwd: path.join(dir, 'client'),
      encoding: 'utf8',
      env: { ...process.env, ENGAWA_URL: installation.url, ENGAWA_TOKEN: body.token },
    });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({
      members: 60,
      memo: '窓口の端末から書き直しました。',
      refusals: ['412 timeline.post.stale', '404 timeline.post.not-found'],
    });
  });
});
