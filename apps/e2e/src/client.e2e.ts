import { execFileSync, spawnSync } from 'node:child_process';
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
import { Api } from './api';
import { Installation } from './world';

const workspace = path.resolve(__dirname, '../../..');
const source = path.join(workspace, 'deploy/client');

// The typed client as a third party would use it: packed, installed, compiled, run (API-1).
describe('npm run client', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'engawa-client-'));
  let installation: Installation;

  beforeAll(async () => {
    const modules = path.join(dir, 'node_modules');
    mkdirSync(modules);
    for (const name of ['openapi-fetch', '@types'])
      symlinkSync(path.join(workspace, 'node_modules', name), path.join(modules, name));
    const target = path.join(modules, 'engawa-client');
    execFileSync('npm', ['run', '--silent', 'client', '--', '--to', target], { cwd: workspace });
    writeFileSync(path.join(dir, 'package.json'), '{ "type": "module" }');
    copyFileSync(path.join(source, 'example.ts'), path.join(dir, 'example.ts'));
    const [, block] = /```ts\n([\s\S]*?)```/.exec(
      readFileSync(path.join(source, 'README.md'), 'utf8'),
    )!;
    writeFileSync(path.join(dir, 'readme.ts'), block!);
    installation = await Installation.start({ posts: 5 });
  }, 180_000);
  afterAll(async () => {
    await installation?.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  it('writes types that let right programs pass, those of its documentation too', () => {
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--types', 'node'];
    const forms = ['--target', 'es2023', '--lib', 'es2023,dom', '--module', 'nodenext'];
    const compiler = path.join(workspace, 'node_modules/typescript-7/bin/tsc');
    const { stdout, status } = spawnSync(
      process.execPath,
      [compiler, ...options, ...forms, 'example.ts', 'readme.ts'],
      { cwd: dir, encoding: 'utf8' },
    );
    expect([status, stdout]).toEqual([0, '']);
  });

  it('reads, writes and tells refusals with an API token', async () => {
    const admin = await Api.signIn(installation.url, 'admin@engawa.example');
    const { body, status } = await admin.post<{ token: string }>('/api-tokens', {
      name: '窓口',
      scopes: ['post.read', 'post.write', 'member.read'],
    });
    expect([status, body]).toEqual([201, expect.objectContaining({ token: expect.any(String) })]);
    const { outputText } = ts.transpileModule(readFileSync(path.join(dir, 'example.ts'), 'utf8'), {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
    });
    writeFileSync(path.join(dir, 'example.js'), outputText);
    const { stdout, stderr } = spawnSync(process.execPath, ['example.js'], {
      cwd: dir,
      encoding: 'utf8',
      env: { ...process.env, ENGAWA_URL: installation.url, ENGAWA_TOKEN: body.token },
    });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({
      members: 60,
      memo: '窓口の端末から書き直しました。',
      refusals: [
        '412 timeline.post.stale',
        '404 timeline.post.not-found',
        '400 request.invalid /body/memo',
        '404 request.route-not-found',
      ],
    });
  });
});
