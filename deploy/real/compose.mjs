// docker-compose.yml: started by the very commands of docs/operations.md, each container killed while posts are
// written, upgraded, rolled back, and taken down and up again.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort, say, until, workspace } from '../infra/setup.mjs';
import { ensureImage } from './base-images.mjs';
import { atEnd, run, runBeside } from './engine.mjs';
import { buildImage, IMAGE } from './image.mjs';
import { Writer } from './writer.mjs';

export const PASSWORD = 'a-password-for-a-test';
const SETTLE_MS = 4_000;

export async function testCompose(engine) {
  engine.ensureCompose();
  await buildImage(engine);
  const dir = copyOfRepository();
  const port = await freePort();
  const env = { ...engine.env, COMPOSE_PROJECT_NAME: `engawa-real-${process.pid}` };
  // What the run changes lies in the environment, which is stronger than .env: the page stays as it is.
  Object.assign(env, { ENGAWA_PORT: String(port), ENGAWA_SUBNET: '172.31.241.0/24' });
  Object.assign(env, { ENGAWA_HOST_ADDRESS: '172.31.241.1', ENGAWA_GOD_TWO_FACTOR: 'optional' });
  const compose = (...args) => run('docker', ['compose', ...args], { env, cwd: dir });
  atEnd(() => {
    compose('down', '-v', '--timeout', '5');
    rmSync(dir, { recursive: true, force: true });
  });
  try {
    const bootstrap = firstAccounts();
    writeFileSync(path.join(dir, 'bootstrap.json'), JSON.stringify(bootstrap, null, 2));
    const images = new Set(
      readFileSync(path.join(dir, 'docker-compose.yml'), 'utf8').match(
        /(?<=image: )(?!engawa:)\S+/g,
      ),
    );
    for (const image of images) await ensureImage(engine, image);
    for (const command of commandsOf('One host')) {
      say(`$ ${command}`);
      run('sh', ['-ec', command], { env, cwd: dir });
    }
    compose('config', '--quiet');

    const [{ email }] = bootstrap.spaces[0].staffs;
    const url = `http://127.0.0.1:${port}`;
    const writer = async () => {
      const made = new Writer(url, { email, password: PASSWORD });
      await made.signIn();
      made.start();
      return made;
    };
    checkContainers(engine, compose);

    const services = compose('config', '--services').split('\n').sort();
    let writing = await writer();
    for (const service of services) {
      await crash(engine, compose, service);
      say(`${service} was killed and is back`);
    }
    say(`each of ${services.length} containers killed: ${await writing.finish()}`);

    engine.docker('tag', IMAGE, 'engawa:next');
    writing = await writer();
    for (const tag of ['next', IMAGE.split(':')[1]]) {
      await runBeside('docker', ['compose', 'up', '-d', '--wait'], {
        env: { ...env, ENGAWA_VERSION: tag },
        cwd: dir,
      });
      say(`runs engawa:${tag}`);
    }
    say(`upgraded and rolled back: ${await writing.finish()}`);
    engine.docker('rmi', 'engawa:next');

    compose('down');
    compose('up', '-d', '--wait');
    say(`taken down and up again: ${await writing.finish()}`);
  } catch (error) {
    console.error(compose('ps', '-a'));
    console.error(compose('logs', '--tail', '15', '--no-color'));
    throw error;
  }
}

/** The lines of the code blocks in a section of docs/operations.md. */
export function commandsOf(section) {
  const page = readFileSync(path.join(workspace, 'docs/operations.md'), 'utf8');
  const text = page.split(`## ${section}\n`)[1].split('\n## ')[0];
  return [...text.matchAll(/^```\n(.*?)^```/gms)].flatMap(([, block]) => block.trim().split('\n'));
}

/** The accounts that the page gives as an example, with passwords. */
export function firstAccounts() {
  const page = readFileSync(path.join(workspace, 'docs/operations.md'), 'utf8');
  return JSON.parse(
    page.match(/^```json\n(.*?)^```/ms)[1].replaceAll('"…"', JSON.stringify(PASSWORD)),
  );
}

/** What git knows, as an operator has it: without anything that this working tree holds besides. */
function copyOfRepository() {
  const dir = mkdtempSync(path.join(tmpdir(), 'engawa-compose-'));
  for (const file of ['docker-compose.yml', 'deploy/compose'])
    cpSync(path.join(workspace, file), path.join(dir, file), { recursive: true });
  return dir;
}

/** Ends a container's first process as a crash would, and waits until it is healthy again. */
async function crash({ docker }, compose, service) {
  const id = compose('ps', '-q', service);
  const state = () => JSON.parse(docker('inspect', id))[0];
  const { State: before, RestartCount: count } = state();
  process.kill(before.Pid, 'SIGKILL');
  await until(
    () => {
      const { State, RestartCount } = state();
      return (
        RestartCount > count && State.Running && (State.Health?.Status ?? 'healthy') === 'healthy'
      );
    },
    { timeoutMs: 120_000, everyMs: 500, what: `${service} after a crash` },
  );
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
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
