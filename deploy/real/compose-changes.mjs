// What may go wrong or change on one host: keys that do not fit, a full volume, data of 2.13.0,
// and other ways for events (NATS with three servers, Kafka).
import assert from 'node:assert/strict';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeKeys, makePasswords } from '../installation/keys.mjs';
import { services } from '../installation/services.mjs';
import { waitUntil } from '../tools/processes.mjs';
import { print, workspace } from '../tools/workspace.mjs';
import { atEnd, run, runBeside } from './engine.mjs';
import { Writer } from './writer.mjs';

const VOLUME_BYTES = 400 * 1024 * 1024;
const FULL_FOR_MS = 15_000;
const CLOCKS_APART_FOR_MS = 15_000;
const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';
/** See apps/e2e/src/upgrade.e2e.ts. */
const FIXTURE = {
  file: path.join(workspace, 'apps/e2e/fixtures/installation-2.13.0.tar.gz'),
  secretKey: 'D2OEpSDh3kA/heYXaZI2kBofTpTUIX3ja4PXzx7Ohik=',
  account: { email: 'admin@engawa.example', password: 'engawa-demo' },
  counts: { '/posts?limit=50': 402, '/tasks?limit=100': 28, '/members?limit=50': 59 },
};

/** A file as a block device of its own, so that the volume on it can be full. */
export function smallDevice(dir, name) {
  const file = path.join(dir, `${name}.img`);
  writeFileSync(file, '');
  truncateSync(file, VOLUME_BYTES);
  run('mkfs.ext4', ['-q', file]);
  const device = run('losetup', ['--find', '--show', file]);
  atEnd(() => run('losetup', ['--detach', device]));
  return device;
}

/** Each start ends with a message that names the variable. */
export function testRefusedStarts({ compose }) {
  const other = makeKeys();
  const refuses = (service, env, message) => {
    const given = Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
    assert.throws(() => compose('run', '--rm', '--no-deps', ...given, service), message);
  };
  const key = (value) => ({ ENGAWA_SECRET_KEY: value });
  refuses('identity', key(''), /ENGAWA_SECRET_KEY: is not set/);
  refuses('identity', key('c2hvcnQ='), /ENGAWA_SECRET_KEY: is not 32 bytes/);
  refuses('identity', key(other.ENGAWA_SECRET_KEY), /ENGAWA_SECRET_KEY: is not the key/);
  refuses('integrations', key(other.ENGAWA_SECRET_KEY), /ENGAWA_SECRET_KEY: is not the key/);
  const { ENGAWA_TOKEN_PRIVATE_KEY } = other;
  refuses('identity', { ENGAWA_TOKEN_PRIVATE_KEY }, /its public key is not in/);
  setDataFormat(compose, 1_000);
  refuses('tasks', {}, /the database tasks holds data of a newer version/);
  setDataFormat(compose, 1);
  print('a missing, short or other key and data of a newer version stop the start with a message');
}

function setDataFormat(compose, format) {
  const code = `const { MongoClient } = require('mongodb');
    const client = new MongoClient(process.env.MONGODB_URI);
    client.db('tasks').collection('installation')
      .updateOne({ _id: 'data-format' }, { $set: { format: ${format} } })
      .then(() => client.close());`;
  compose('run', '--rm', '--no-deps', '--entrypoint', 'node', 'tasks', '-e', code);
}

/** A store's volume is full for some seconds, while posts are written. */
async function withFullVolume({ compose, writer }, store, folder, check) {
  const writing = await writer();
  const inStore = (command) => compose('exec', '-T', '-u', 'root', store, 'sh', '-c', command);
  inStore(`head -c 1G /dev/zero > ${folder}/filler 2> /dev/null || true`);
  try {
    await sleep(FULL_FOR_MS);
    await check(writing);
  } finally {
    inStore(`rm ${folder}/filler`);
  }
  return writing;
}

/** Reads go on while nothing can be written; afterwards writes go on by themselves. */
export async function testFullVolumes({ compose, writer }) {
  const full = (...args) => withFullVolume({ compose, writer }, ...args);
  const ofDatabase = await full('mongo', '/data/db', ({ failures }) => {
    const failedReads = [...failures.keys()].filter((reason) => reason.startsWith('read'));
    assert.deepEqual(failedReads, []);
    assert.ok(failures.size > 0, 'nothing was refused: the volume was not full');
  });
  print(`the database's volume was full: ${await ofDatabase.finish()}`);

  // Posts are accepted; their events wait beside them.
  const ofEvents = await full('nats', '/data', () => {});
  print(`the volume of NATS was full: ${await ofEvents.finish({ mayFail: false })}`);

  const ofFiles = await full('minio', '/data', async (writing) => {
    const refused = await writing.upload();
    assert.equal(`${refused.status} ${refused.body?.code}`, '503 internal.not-ready');
  });
  await waitUntil(async () => (await ofFiles.upload()).status === 201, {
    timeoutMs: 60_000,
    everyMs: 1_000,
    what: 'an upload after the volume of MinIO was full',
  });
  print(`the volume of MinIO was full: ${await ofFiles.finish({ mayFail: false })}`);
}

/** Beside what is written meanwhile; rejects where a container does not become healthy. */
export function up({ dir, env }) {
  return runBeside('docker', ['compose', 'up', '-d', '--wait'], { env, cwd: dir });
}

/** `up` with an image that no registry has fails before it touches a container. */
export async function testMissingImage({ compose, dir, env, writer }) {
  const writing = await writer();
  const before = compose('ps', '-q');
  await assert.rejects(up({ dir, env: { ...env, ENGAWA_VERSION: 'absent' } }), /absent/);
  assert.equal(compose('ps', '-q'), before);
  print(`an image that no registry has: ${await writing.finish({ mayFail: false })}`);
}

/** The services follow a password that only `.env` and its store hold. */
export async function testOtherPasswords({ dir, env, writer }) {
  const writing = await writer();
  const { NATS_PASSWORD, S3_SECRET_KEY } = makePasswords();
  Object.assign(env, { NATS_PASSWORD, S3_SECRET_KEY });
  await up({ dir, env });
  print(`other passwords of NATS and MinIO: ${await writing.finish()}`);
}

/** What is stored is encrypted with another key at the start; the former one is not needed any more. */
export async function testOtherSecretKey({ dir, env, writer }) {
  const writing = await writer();
  const [, kept] = readFileSync(path.join(dir, '.env'), 'utf8').match(/^ENGAWA_SECRET_KEY=(.+)$/m);
  env.ENGAWA_SECRET_KEY_FORMER = env.ENGAWA_SECRET_KEY ?? kept;
  env.ENGAWA_SECRET_KEY = makeKeys().ENGAWA_SECRET_KEY;
  await up({ dir, env });
  delete env.ENGAWA_SECRET_KEY_FORMER;
  await up({ dir, env });
  print(`another secret key: ${await writing.finish()}`);
}

/** Restores the backup of a filled installation of 2.13.0; resolves to an account of it. */
export async function restoreFormerVersion({ compose, env, url }) {
  const backup = mkdtempSync(path.join(tmpdir(), 'engawa-backup-'));
  try {
    run('tar', ['-C', backup, '-xzf', FIXTURE.file]);
    compose('stop', 'gateway', ...services);
    const mount = ['-v', `${backup}:/backup:ro`, '--user', 'root'];
    const command = ['members', 'restore', '--force', '--from', '/backup'];
    print(
      compose('run', '--rm', '--no-deps', ...mount, ...command)
        .split('\n')
        .at(-1),
    );
  } finally {
    rmSync(backup, { recursive: true });
  }
  const withOtherKey = () => compose('run', '--rm', '--no-deps', 'integrations');
  assert.throws(withOtherKey, /ENGAWA_SECRET_KEY: is not the key/);
  env.ENGAWA_SECRET_KEY = FIXTURE.secretKey;
  compose('up', '-d', '--wait');
  const reader = new Writer(url, FIXTURE.account);
  await reader.signIn();
  for (const [list, count] of Object.entries(FIXTURE.counts))
    assert.equal((await reader.all(list)).length, count, list);
  print('the data of 2.13.0 are there');
  return FIXTURE.account;
}

/** Services whose clocks are ten minutes apart work together. */
export async function testClocksApart({ compose, env, files, writer }) {
  if (!existsSync(FAKETIME)) run('apt-get', ['install', '-y', '-q', 'faketime']);
  env.FAKETIME_FOR_TEST = FAKETIME;
  env.COMPOSE_FILE = [...files, part('clocks.yaml')].join(':');
  compose('up', '-d', '--wait');
  const code = 'console.log(Date.now())';
  const clockOf = (service) => Number(compose('exec', '-T', service, 'node', '-e', code));
  assert.ok(clockOf('gateway') - clockOf('identity') > 9 * 60_000, 'the clocks are not apart');
  const writing = await writer();
  await sleep(CLOCKS_APART_FOR_MS);
  print(`clocks ten minutes apart: ${await writing.finish({ mayFail: false })}`);
  env.COMPOSE_FILE = files.join(':');
  compose('up', '-d', '--wait');
}

function part(name) {
  return path.join(import.meta.dirname, 'parts', name);
}

/** Kills each server of another way for events while posts are written. */
export async function testOtherEvents({ compose, crash, env, files, provide, writer }) {
  const ways = [
    ['NATS with three servers', part('nats-cluster.yaml'), ['nats', 'nats-2', 'nats-3']],
    ['Kafka', part('kafka.yaml'), ['kafka']],
  ];
  for (const [name, file, servers] of ways) {
    await provide(file);
    env.COMPOSE_FILE = [...files, file].join(':');
    compose('up', '-d', '--wait');
    const writing = await writer();
    for (const server of servers) await crash(server);
    print(`${name}, each server killed: ${await writing.finish({ mayFail: false })}`);
  }
  env.COMPOSE_FILE = [...files, ...ways.map(([, file]) => file)].join(':');
}
