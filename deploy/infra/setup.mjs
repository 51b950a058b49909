// What both `npm start` and `npm test` need before anything else: Node, packages, a build.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const workspace = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

export function say(text) {
  console.log(`engawa  ${text}`);
}

/** Ends the command with a clear word instead of a stack. */
export function fail(text) {
  console.error(`engawa  ${text}`);
  process.exit(1);
}

export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    fail(`Node ${process.versions.node} is too old: 20.19 or newer is needed.`);
  }
}

/** Installs the packages when the lock file is not the one that is installed. */
export function ensurePackages() {
  const modules = path.join(workspace, 'node_modules');
  const stamp = path.join(modules, '.engawa-lock');
  const lock = createHash('sha256')
    .update(readFileSync(path.join(workspace, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  say('installing packages (npm ci) …');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  writeFileSync(stamp, lock);
}

/** Builds projects; nx does only what changed since. */
export function build(projects) {
  say(`building ${projects.join(', ')} …`);
  run(process.execPath, [
    path.join(workspace, 'node_modules/nx/dist/bin/nx.js'),
    'run-many',
    '-t',
    'build',
    '-p',
    projects.join(','),
    '--outputStyle=stream-without-prefixes',
  ]);
}

/** Runs to the end; the end of its output is shown only when it fails. */
function run(command, args) {
  const result = spawnSync(command, args, {
    cwd: workspace,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    env: {
      ...process.env,
      NX_DAEMON: 'false',
      NX_TUI: 'false',
      NX_NO_CLOUD: 'true',
      FORCE_COLOR: '0',
    },
  });
  if (result.error) fail(`${command} could not be run: ${result.error.message}`);
  if (result.status !== 0) {
    const lines = `${result.stdout}\n${result.stderr}`.trimEnd().split('\n');
    process.stderr.write(`${lines.slice(-60).join('\n')}\n`);
    fail(`${command} ${args.slice(-4).join(' ')} failed (${result.status}).`);
  }
}

/** Those of this process: their servers may not listen yet. */
const given = new Set();

/**
 * A port on loopback that nobody listens on now. Below those that systems give to outgoing
 * connections: such a one could take it before its server listens.
 */
export async function freePort() {
  for (;;) {
    const port = 10_240 + Math.floor(Math.random() * 22_000);
    if (given.has(port)) continue;
    given.add(port);
    if (await portIsFree(port)) return port;
  }
}

/** Whether the port can be listened on. */
export function portIsFree(port, host = '127.0.0.1') {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}

/**
 * Asks until the check holds; throws with the last reason after the time is up, or as soon as what
 * was waited for has ended (`outcome` of `startProcess`).
 */
export async function until(check, { timeoutMs, what, everyMs = 100, outcome = () => null }) {
  const end = Date.now() + timeoutMs;
  let reason = '';
  while (Date.now() < end) {
    if (outcome() !== null) throw new Error(`${what}: ${outcome()}`);
    try {
      if (await check()) return;
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  throw new Error(`${what}: not within ${timeoutMs / 1000} s${reason ? ` (${reason})` : ''}`);
}

/** Waits for what makes a part ready; where that fails the part is ended. */
export async function orKill(part, ready) {
  try {
    await ready;
  } catch (error) {
    await part.kill();
    throw error;
  }
}

/**
 * Starts a child with its output in a log file. `stop()` asks by SIGTERM and, after `graceMs`,
 * ends it by its own process id. Not part of our terminal's group: Ctrl-C reaches us alone, so
 * that parts are stopped in order.
 */
export function startProcess(name, command, args, { env, log, graceMs = 10_000, onExit }) {
  const child = spawn(command, args, {
    cwd: workspace,
    env: { ...process.env, ...env },
    stdio: ['ignore', log, log],
    detached: true,
  });
  let exited = false;
  let outcome = null;
  let stopping = false;
  const done = new Promise((resolve) => {
    child.once('error', (error) => {
      exited = true;
      outcome = error.message;
      resolve();
      if (!stopping) onExit?.(`${name}: ${outcome}`);
    });
    child.once('exit', (code, signal) => {
      exited = true;
      outcome = `ended (${signal ?? code})`;
      resolve();
      if (!stopping) onExit?.(`${name} ${outcome}`);
    });
  });
  return {
    name,
    pid: child.pid,
    /** How it ended, for people; null while it runs. */
    outcome: () => outcome,
    /** Ends it at once, as a crash would. */
    async kill() {
      if (exited) return;
      child.kill('SIGKILL');
      await done;
    },
    async stop() {
      stopping = true;
      if (exited) return;
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
      await done;
      clearTimeout(timer);
    },
  };
}
