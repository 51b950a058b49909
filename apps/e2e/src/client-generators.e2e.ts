import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from './commands';
import { Space } from './space';

const workspace = path.resolve(__dirname, '../../..');
const script = path.join(workspace, 'deploy/client-generators/generate.mjs');
const runs = (...command: [string, string]) => spawnSync(command[0], [command[1]]).status === 0;

/** The generators, and whether the tools of their languages are installed. */
const generators = {
  'openapi-ts': true,
  'oapi-codegen': runs('go', 'version'),
  'openapi-generator': runs('javac', '-version') && runs('mvn', '-v'),
};

// Clients that third parties generate with tools of their own: generated, compiled, run (API-1).
describe('the API document', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'engawa-generated-'));
  let space: Space;
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    space = await Space.enter({ posts: 0 });
    const admin = await space.signIn('admin');
    const { body } = await admin.post<{ token: string }>('/api-tokens', {
      name: '窓口',
      scopes: ['member.read'],
    });
    env = { ...process.env, ENGAWA_URL: space.url, ENGAWA_TOKEN: body.token };
  }, 180_000);
  afterAll(async () => {
    rmSync(dir, { recursive: true, force: true });
  });

  for (const [name, hasTools] of Object.entries(generators)) {
    (hasTools ? it : it.skip)(
      `gives ${name} a client that compiles and asks`,
      async () => {
        const options = ['--with', name, '--to', path.join(dir, name)];
        const { stdout } = await run(process.execPath, [script, ...options]);
        const [program, ...values] = JSON.parse(stdout) as [string, ...string[]];
        const answer = await run(program, values, { env });
        expect(JSON.parse(answer.stdout)).toEqual({ members: 25, total: 60 });
      },
      15 * 60_000,
    );
  }
});
