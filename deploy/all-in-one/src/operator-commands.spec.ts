import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const workspace = path.resolve(__dirname, '../../..');
let dir: string;

beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'engawa-operator-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function run(script: string, args: string[], changes: Record<string, string> = {}) {
  const { MONGODB_URI: _database, NATS_URL: _events, INIT_CWD: _caller, ...env } = process.env;
  const command = [path.join(workspace, 'deploy', script), ...args];
  const options = { encoding: 'utf8', env: { ...env, ...changes } } as const;
  const { status, stderr } = spawnSync(process.execPath, command, options);
  return { status, stderr };
}

describe('a command that writes a client', () => {
  const commands: [string, string[]][] = [
    ['client.mjs', []],
    ['client-python.mjs', []],
    ['client-generators/generate.mjs', ['--with', 'openapi-ts']],
  ];

  it.each(commands)('%s leaves a folder alone that holds something else', (script, args) => {
    const folder = path.join(dir, path.basename(script));
    const file = path.join(folder, 'thesis.txt');
    mkdirSync(folder);
    writeFileSync(file, 'ten years of work');
    const { status, stderr } = run(script, [...args, '--to', folder]);
    expect([status, stderr]).toEqual([1, expect.stringContaining(`${folder} holds files`)]);
    expect(existsSync(file)).toBe(true);
    const refused = run(script, [...args, '--to', file]);
    expect([refused.status, existsSync(file)]).toEqual([1, true]);
  });

  it('replaces an empty folder, and what it wrote before', () => {
    const folder = path.join(dir, 'client');
    mkdirSync(folder);
    expect(run('client.mjs', ['--to', folder])).toEqual({ status: 0, stderr: '' });
    const written = readdirSync(folder).sort();
    writeFileSync(path.join(folder, 'of-an-earlier-version.js'), '');
    expect(run('client.mjs', ['--to', folder])).toEqual({ status: 0, stderr: '' });
    expect(readdirSync(folder).sort()).toEqual(written);
  });
});

describe('a command that needs NATS', () => {
  it.each([
    ['tasks-repair.mjs', ['--dry-run']],
    ['events-check.mjs', []],
    ['events-replay.mjs', ['--list']],
  ])('%s says what to do with Kafka instead', (script, args) => {
    const changes = { KAFKA_BROKERS: 'localhost:9092', MONGODB_URI: 'mongodb://localhost:1' };
    const { status, stderr } = run(script, args, changes);
    expect([status, stderr]).toEqual([2, expect.stringContaining('needs NATS')]);
    expect(stderr).toContain('POST /api/v1/tasks/repair');
    expect(stderr).toContain('POST /api/v1/search/rebuild');
  });
});
