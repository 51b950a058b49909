// Child processes, free ports and waiting.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
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
    /** How it ended, as text; null while it runs. */
    outcome: () => outcome,
    /** Kills it immediately, like a crash. */
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
