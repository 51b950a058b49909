// Tests docker-compose.yml: starts it with the commands of docs/operations.md, kills each container
// while posts are written, recreates everything, upgrades data of 2.13.0 and rolls back
// (compose-changes.mjs has what else may go wrong or change).
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, waitUntil } from '../tools/processes.mjs';
import { print, workspace } from '../tools/workspace.mjs';
import { ensureImage } from './base-images.mjs';
import {
  restoreFormerVersion,
  smallDevice,
  testClocksApart,
  testFullVolumes,
  testMissingImage,
  testOtherEvents,
  testOtherPasswords,
  testOtherSecretKey,
  testRefusedStarts,
  up,
} from './compose-changes.mjs';
import { atEnd, run } from './engine.mjs';
import { buildImage, IMAGE, NEXT } from './image.mjs';
import { Writer } from './writer.mjs';

export const PASSWORD = 'a-password-for-a-test';
const PROJECT = 'engawa-real-';
const SETTLE_MS = 4_000;
const PARTS = path.join(import.meta.dirname, 'parts');

export async function testCompose(engine, { only }) {
  engine.ensureCompose();
  removeLeftovers(engine);
  await buildImage(engine);
  const dir = copyOfRepository();
  const port = await freePort();
  const env = { ...engine.env, COMPOSE_PROJECT_NAME: `${PROJECT}${process.pid}` };
  // Overrides are environment variables, which take precedence over .env: the page's commands stay
  // unchanged.
  Object.assign(env, { ENGAWA_PORT: String(port), ENGAWA_SUBNET: '172.31.241.0/24' });
  Object.assign(env, { ENGAWA_HOST_ADDRESS: '172.31.241.1', ENGAWA_GOD_TWO_FACTOR: 'optional' });
  const files = ['docker-compose.yml', path.join(PARTS, 'small-volume.yaml')];
  env.COMPOSE_FILE = files.join(':');
  for (const store of ['mongo', 'nats', 'minio'])
    env[`${store.toUpperCase()}_DEVICE`] = smallDevice(dir, store);
  const compose = (...args) => run('docker', ['compose', ...args], { env, cwd: dir });
  atEnd(() => {
    compose('down', '-v', '--timeout', '5');
    rmSync(dir, { recursive: true, force: true });
  });
  try {
    const bootstrap = firstAccounts();
    writeFileSync(path.join(dir, 'bootstrap.json'), JSON.stringify(bootstrap, null, 2));
    const provide = async (file) => {
      const images = readFileSync(file, 'utf8').match(/(?<=image: )(?!engawa:)\S+/g);
      for (const image of new Set(images)) await ensureImage(engine, image);
    };
    await provide(path.join(dir, 'docker-compose.yml'));
    for (const command of commandsOf('One host')) {
      print(`$ ${command}`);
      run('sh', ['-ec', command], { env, cwd: dir });
    }
    compose('config', '--quiet');

    const url = `http://127.0.0.1:${port}`;
    let account = { email: bootstrap.spaces[0].staffs[0].email, password: PASSWORD };
    const writer = async () => {
      const made = new Writer(url, account);
      await made.signIn();
      await made.start();
      return made;
    };
    const crashOf = (service) => crash(engine, compose, service);
    const kit = { compose, crash: crashOf, dir, env, files, provide, url, writer };
    const changes = {
      'keys and data that do not fit': () => testRefusedStarts(kit),
      'each container killed': () => killEach(kit),
      'full volumes': () => testFullVolumes(kit),
      'an image that no registry has': () => testMissingImage(kit),
      'other passwords': () => testOtherPasswords(kit),
      'another secret key': () => testOtherSecretKey(kit),
      'taken down and up again': () => takeDownAndUp(kit),
      'data of 2.13.0': async () => {
        account = await restoreFormerVersion(kit);
      },
      'another tag and back': () => upgradeAndRollBack(engine, kit),
      'clocks ten minutes apart': () => testClocksApart(kit),
      'other ways for events': () => testOtherEvents(kit),
    };
    checkContainers(engine, compose);
    for (const [name, change] of Object.entries(changes)) if (only.test(name)) await change();
  } catch (error) {
    console.error(compose('ps', '-a'));
    console.error(compose('logs', '--tail', '15', '--no-color'));
    throw error;
  }
}

async function killEach({ compose, crash: crashOf, writer }) {
  const services = compose('config', '--services').split('\n').sort();
  const writing = await writer();
  for (const service of services) {
    await crashOf(service);
    print(`${service} was killed and is back`);
  }
  print(`each of ${services.length} containers killed: ${await writing.finish()}`);
}

async function takeDownAndUp({ compose, writer }) {
  const writing = await writer();
  await sleep(SETTLE_MS);
  await writing.finish();
  compose('down');
  compose('up', '-d', '--wait');
  print(`taken down and up again: ${await writing.finish()}`);
}

async function upgradeAndRollBack({ docker }, { dir, env, writer }) {
  docker('tag', IMAGE, NEXT);
  const writing = await writer();
  for (const tag of [NEXT, IMAGE].map((image) => image.split(':')[1])) {
    env.ENGAWA_VERSION = tag;
    await up({ dir, env });
    print(`runs engawa:${tag}`);
  }
  print(`upgraded and rolled back: ${await writing.finish()}`);
  docker('rmi', NEXT);
}

/** The lines of the code blocks in a section of docs/operations.md. */
export function commandsOf(section) {
  const blocks = [...textOf(section).matchAll(/^```\n(.*?)^```/gms)];
  return blocks.flatMap(([, block]) => block.trim().split('\n'));
}

/** A command within a sentence of that section; throws where none matches. */
export function inTextOf(section, command) {
  return textOf(section).match(command)[0];
}

function textOf(section) {
  const page = readFileSync(path.join(workspace, 'docs/operations.md'), 'utf8');
  return page.split(`## ${section}\n`)[1].split('\n## ')[0];
}

/** The example accounts of the page, with passwords. */
export function firstAccounts() {
  const page = readFileSync(path.join(workspace, 'docs/operations.md'), 'utf8');
  return JSON.parse(
    page.match(/^```json\n(.*?)^```/ms)[1].replaceAll('"…"', JSON.stringify(PASSWORD)),
  );
}

/** A run that was killed leaves its network, and another one cannot have the same addresses. */
function removeLeftovers({ docker }) {
  const named = ['--filter', `name=^/?${PROJECT}`, '-q'];
  const remove = (listed, ...command) => {
    if (listed !== '') docker(...command, ...listed.split('\n'));
  };
  remove(docker('ps', '-a', ...named), 'rm', '-f', '-v');
  remove(docker('network', 'ls', ...named), 'network', 'rm');
  remove(docker('volume', 'ls', ...named), 'volume', 'rm');
}

/** The files that git tracks, as an operator has them, without other files of this working tree. */
function copyOfRepository() {
  const dir = mkdtempSync(path.join(tmpdir(), 'engawa-compose-'));
  for (const file of ['docker-compose.yml', 'deploy/compose'])
    cpSync(path.join(workspace, file), path.join(dir, file), { recursive: true });
  return dir;
}

/** Kills a container's first process like a crash and waits until it is healthy again. */
async function crash({ docker }, compose, service) {
  const id = compose('ps', '-q', service);
  const state = () => JSON.parse(docker('inspect', id))[0];
  const { State: before, RestartCount: count } = state();
  process.kill(before.Pid, 'SIGKILL');
  await waitUntil(
    () => {
      const { State, RestartCount } = state();
      return (
        RestartCount > count && State.Running && (State.Health?.Status ?? 'healthy') === 'healthy'
      );
    },
    { timeoutMs: 120_000, everyMs: 500, what: `${service} after a crash` },
  );
  await sleep(SETTLE_MS);
}

function checkContainers({ docker }, compose) {
  for (const id of compose('ps', '-q').split('\n')) {
    const [{ Name: name, Config: config, HostConfig: host }] = JSON.parse(docker('inspect', id));
    assert.equal(host.LogConfig.Config['max-size'], '10m', name);
    assert.equal(host.RestartPolicy.Name, 'unless-stopped', name);
    if (config.Image !== IMAGE) continue;
    assert.equal(host.ReadonlyRootfs, true, name);
    assert.deepEqual(host.CapDrop, ['ALL'], name);
  }
  const without = [
    'MONGODB_URI=mongodb://mongo:27017/?replicaSet=engawa',
    'NATS_URL=nats://nats:4222',
  ];
  for (const [at, program] of [
    [0, 'backup'],
    [1, 'events-replay'],
  ]) {
    const args = program === 'backup' ? ['--to', '/tmp/backup'] : ['--list'];
    const refused = () =>
      compose('run', '--rm', '--no-deps', '-e', without[at], 'tasks', program, ...args);
    assert.throws(refused, /auth/i, `${program} without a password`);
  }
}
