import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

const workspace = path.join(__dirname, '../../..');
const reporter = path.join(workspace, 'deploy/tools/file-limit.mjs');
const endless = "test('loops', () => { for (;;); });";
const quick = "test('ends', () => {});";

let dir: string;

beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'engawa-file-limit-'));
  writeFileSync(path.join(dir, 'package.json'), '{}');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** Runs the files with jest and a limit; its exit code and what it printed. */
async function run(files: Record<string, string>, limitSeconds: number) {
  for (const [name, source] of Object.entries(files))
    writeFileSync(path.join(dir, `${name}.test.js`), source);
  const config = {
    rootDir: dir,
    watchman: false,
    reporters: ['default', [reporter, { limitSeconds }]],
  };
  const jest = spawn(
    process.execPath,
    [
      path.join(workspace, 'node_modules/jest/bin/jest.js'),
      `--config=${JSON.stringify(config)}`,
      '--maxWorkers=2',
      '--no-cache',
    ],
    { cwd: dir, stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  );
  const printed = text(jest.stderr);
  const [code] = (await once(jest, 'exit')) as [number | null];
  try {
    process.kill(-jest.pid!, 'SIGKILL');
  } catch {
    // Nothing was left of the group.
  }
  return { code, printed: await printed };
}

describe('limit of a test file', () => {
  it('ends a run in which a file loops for ever, and names the file', async () => {
    const { code, printed } = await run({ endless, quick }, 5);

    expect(code).toBe(1);
    expect(printed).toMatch(/after 5 s no test ended in .*endless\.test\.js\./);
    expect(printed).toContain('PASS ./quick.test.js');
  }, 60_000);

  it('says nothing of files that end', async () => {
    const { code, printed } = await run({ quick, other: quick }, 30);

    expect(code).toBe(0);
    expect(printed).not.toContain('no test ended');
  }, 60_000);

  it('begins anew with each test that ends', () => {
    const script = `
      const seconds = [];
      globalThis.setInterval = (second) => seconds.push(second);
      const { default: FileLimit } = await import(${JSON.stringify(reporter)});
      const limit = new FileLimit({}, { limitSeconds: 3 });
      const pass = (count) => { for (let n = 0; n < count; n += 1) seconds[0](); };
      limit.onTestFileStart({ path: 'group' });
      for (let test = 0; test < 4; test += 1) { pass(2); limit.onTestCaseResult({ path: 'group' }); }
      console.log('goes on');
      pass(3);`;
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '--eval', script],
      { encoding: 'utf8' },
    );

    expect(stdout).toBe('goes on\n');
    expect(stderr).toContain('after 3 s no test ended in group');
    expect(status).toBe(1);
  });
});
