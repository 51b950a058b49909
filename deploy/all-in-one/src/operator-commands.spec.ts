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

const needNats: [string, string[]][] = [
  ['tasks-repair.mjs', ['--dry-run']],
  ['events-check.mjs', []],
  ['events-replay.mjs', ['--list']],
];

describe('a command that needs NATS', () => {
  it.each(needNats)('%s says what to do with Kafka instead', (script, args) => {
    const changes = { KAFKA_BROKERS: 'localhost:9092', MONGODB_URI: 'mongodb://localhost:1' };
    const { status, stderr } = run(script, args, changes);
    expect([status, stderr]).toEqual([2, expect.stringContaining('needs NATS')]);
    expect(stderr).toContain('POST /api/v1/tasks/repair');
    expect(stderr).toContain('POST /api/v1/search/rebuild');
  });

  it.each(needNats)('%s says where none answers, without the password', (script, args) => {
    const changes = { MONGODB_URI: 'mongodb://localhost:1' };
    const away = run(script, args, { ...changes, NATS_URL: 'nats://me:secret@127.0.0.1:1' });
    expect([away.status, away.stderr]).toEqual([
      2,
      'no connection to nats://127.0.0.1:1: CONNECTION_REFUSED\n',
    ]);
    const wrong = run(script, args, { ...changes, NATS_URL: 'foo:bar' });
    expect([wrong.status, wrong.stderr]).toEqual([
      2,
      'NATS_URL is not an address such as nats://host:4222\n',
    ]);
  });
});

describe('a command with arguments that it does not know', () => {
  it.each([
    ['backup.mjs', ['--to', 'x', '--into', 'y']],
    ['backup.mjs', ['--to', '']],
    ['restore.mjs', []],
    ['tasks-repair.mjs', ['--space', '']],
    ['events-check.mjs', ['--settle', 'soon']],
    ['events-check.mjs', ['--settle', '']],
    ['events-replay.mjs', []],
    ['events-replay.mjs', ['--service', 'task']],
    ['events-replay.mjs', ['--list', '--id', 'x']],
    ['restore.mjs', ['--form', 'x']],
    ['webhooks-listen.mjs', []],
    ['webhooks-listen.mjs', ['--token', 'x', '--port', 'http']],
    ['webhooks-listen.mjs', ['--token', 'x', '--url', 'localhost']],
    ['client.mjs', ['--to', '']],
    ['client-python.mjs', ['--to']],
    ['keys.mjs', ['--dirr', 'x']],
  ])('%s %j prints its usage and changes nothing', (script, args) => {
    const { status, stderr } = run(script, args, { ENGAWA_TOKEN: '' });
    expect([status, stderr]).toEqual([2, expect.stringMatching(/^.+\nusage: /)]);
  });
});

it('a backup is not made without the files that FILES_DIR names', () => {
  const folder = path.join(dir, 'backup');
  const changes = { MONGODB_URI: 'mongodb://localhost:1', FILES_DIR: path.join(dir, 'nowhere') };
  const { status, stderr } = run('backup.mjs', ['--to', folder], changes);
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining(`FILES_DIR is ${changes.FILES_DIR}, which does not exist`),
  ]);
  expect(existsSync(folder)).toBe(false);
});

it('keys replaces no file, and says which one is there', () => {
  const keys = path.join(dir, 'keys');
  expect(run('keys.mjs', ['--dir', keys])).toEqual({ status: 0, stderr: '' });
  const again = run('keys.mjs', ['--dir', keys]);
  expect([again.status, again.stderr]).toEqual([
    1,
    expect.stringContaining('token-private-key.json is there already'),
  ]);
});
