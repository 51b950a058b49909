// Child processes, free ports and waiting.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { constants } from 'node:os';
import { workspace } from './workspace.mjs';

/** Ports returned by this process; their servers may not listen yet. */
const reservedPorts = new Set();

/**
 * A free port on loopback, below the ephemeral range, whose ports an outgoing connection could take
 * before the server listens.
 */
export async function freePort() {
  for (;;) {
    const port = 10_240 + Math.floor(Math.random() * 22_000);
    if (reservedPorts.has(port)) continue;
    reservedPorts.add(port);
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
 * Polls until `check` returns true. Throws the last error after the timeout, or as soon as the
 * process that is waited for has ended (`outcome` of `startProcess`).
 */
export async function waitUntil(check, { timeoutMs, what, everyMs = 100, outcome = () => null }) {
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

/** Waits until a part is ready; kills it on failure. */
export async function killOnFailure(part, ready) {
  try {
    await ready;
  } catch (error) {
    await part.kill();
    throw error;
  }
}

/** Those that `startProcess` started and that have not exited. */
const running = new Set();

/**
 * On SIGINT, SIGTERM or SIGHUP: stops what `startProcess` started, calls `clean`, which is
 * synchronous, and exits with 128 plus the number of the signal. Returns a function that, once a signal
 * has arrived, returns a promise that is pending until that exit; null before.
 */
export function stopOnSignals(clean) {
  let stopping = null;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      stopping ??= (async () => {
        // Last first; what is started meanwhile is stopped, too.
        while (running.size > 0) await [...running].at(-1).stop();
        clean();
        process.exit(128 + constants.signals[signal]);
      })();
    });
  return () => stopping;
}

/**
 * Starts a child process with its output in a log file. `stop()` sends SIGTERM and, after
 * `graceMs`, SIGKILL. The child is not in our terminal's process group: Ctrl-C reaches only this
 * process, which stops the parts in order.
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
  let stopping = null;
  const done = new Promise((resolve) => {
    child.once('error', (error) => {
      exited = true;
      running.delete(part);
      outcome = error.message;
      resolve();
      if (!stopping) onExit?.(`${name}: ${outcome}`);
    });
    child.once('exit', (code, signal) => {
      exited = true;
      running.delete(part);
      outcome = `ended (${signal ?? code})`;
      resolve();
      if (!stopping) onExit?.(`${name} ${outcome}`);
    });
  });
  const part = {
    name,
    pid: child.pid,
    /** How it ended, as text; null while it runs. */
    outcome: () => outcome,
    /** Resolves when it has exited. */
    done,
    /** Kills it immediately, like a crash. */
    async kill() {
      if (exited) return;
      child.kill('SIGKILL');
      await done;
    },
    stop() {
      stopping ??= terminate();
      return stopping;
    },
  };
  const terminate = async () => {
    if (exited) return;
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
    await done;
    clearTimeout(timer);
  };
  running.add(part);
  return part;
}

/**
 * Stops the server that an earlier start left running on a folder: two on one store would corrupt it.
 * `pidFile` holds its process id and may name, after a space, the process that started it. Only a
 * process whose command line contains `marker` is stopped. Throws if the one that started it still runs.
 */
export async function stopOrphan({ pidFile, marker, what }) {
  if (!existsSync(pidFile)) return;
  const [pid, owner] = readFileSync(pidFile, 'utf8').split(' ').map(Number);
  const runs = () => commandOf(pid).includes(marker);
  if (!(pid > 1) || !runs()) return;
  if (owner && commandOf(owner) !== '')
    throw new Error(`${what} (process ${pid}) is in use by process ${owner}`);
  process.kill(pid, 'SIGTERM');
  await waitUntil(() => !runs(), { timeoutMs: 10_000, what });
}

/** The command line of a running process; empty if there is none. */
export function commandOf(pid) {
  if (existsSync('/proc/self/cmdline')) {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    } catch {
      return '';
    }
  }
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
}
