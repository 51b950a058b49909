// What the benchmarks share: a served installation, percentiles, and a table that is printed and kept.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Client, request } from 'undici';
import { workspace } from '../infra/setup.mjs';

/** Starts deploy/infra/serve.mjs in a temporary folder. */
export async function serve(options) {
  const dir = mkdtempSync(path.join(tmpdir(), 'engawa-bench-'));
  const child = spawn(
    process.execPath,
    [path.join(workspace, 'deploy/infra/serve.mjs'), JSON.stringify({ dataDir: dir, ...options })],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const first = await firstLine(child);
  if (!first.ready) throw new Error(`the installation did not start: ${JSON.stringify(first)}`);
  return {
    ...first,
    dir,
    pid: child.pid,
    /** Ends a part with SIGKILL and starts it again some time later. */
    async killAndRestart(name, downMillis = 0) {
      const restarted = firstLine(child);
      child.stdin.write(`kill ${name} ${downMillis}\n`);
      const answer = await restarted;
      if (answer.restarted !== name) throw new Error(`not restarted: ${JSON.stringify(answer)}`);
    },
    async stop() {
      await stopChild(child);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Starts a script that prints one JSON line when it is ready. */
export async function startScript(file, options) {
  const child = spawn(process.execPath, [file, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  return { ...(await firstLine(child)), stop: () => stopChild(child) };
}

function firstLine(child) {
  return new Promise((resolve) => {
    createInterface({ input: child.stdout }).once('line', (line) => resolve(JSON.parse(line)));
    child.once('exit', (code) => resolve({ failed: `ended with ${code}` }));
  });
}

async function stopChild(child) {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

/** Times one call in ms. */
export async function timed(call) {
  const began = performance.now();
  await call();
  return performance.now() - began;
}

/**
 * Measures calls in turn (A B A B …), so that a drift of the machine's speed meets all alike.
 * `pause` in ms before each lets what follows from the one before come to its end.
 * @param {Record<string, () => Promise<unknown>>} calls
 * @returns {Promise<Record<string, { p50: number, p95: number }>>} ms
 */
export async function sideBySide(calls, { rounds = 300, warmup = 50, pause = 0 } = {}) {
  const times = Object.fromEntries(Object.keys(calls).map((name) => [name, []]));
  for (let round = -warmup; round < rounds; round += 1) {
    for (const [name, call] of Object.entries(calls)) {
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
      const ms = await timed(call);
      if (round >= 0) times[name].push(ms);
    }
  }
  return Object.fromEntries(
    Object.entries(times).map(([name, list]) => [
      name,
      { p50: percentile(list, 0.5), p95: percentile(list, 0.95) },
    ]),
  );
}

/**
 * Processor time from now on of a process and all that it started, in ms; NaN where there is no
 * /proc. It says more than the clock on a machine that does other things as well.
 */
export function cpuMeter(root) {
  const before = cpuByProcess(root);
  return {
    millis() {
      if (!before) return Number.NaN;
      let sum = 0;
      for (const [pid, millis] of cpuByProcess(root)) sum += millis - (before.get(pid) ?? 0);
      return sum;
    },
  };
}

/** What has ended since counts no more: a restarted process begins anew. */
function cpuByProcess(root) {
  const processes = new Map();
  let names;
  try {
    names = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return null;
  }
  for (const name of names) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      // Ticks of 10 ms, of the process itself in its own and in system code.
      const millis = (Number(fields[11]) + Number(fields[12])) * 10;
      processes.set(Number(name), { parent: Number(fields[1]), millis });
    } catch {
      // It ended meanwhile.
    }
  }
  const found = new Map();
  for (const [pid, { millis }] of processes) {
    let above = pid;
    while (above > 1 && above !== root) above = processes.get(above)?.parent ?? 0;
    if (above === root) found.set(pid, millis);
  }
  return found;
}

/** Prints rows `{ what, measured, unit, limit }`; a limit is an upper bound. Returns those over it. */
export function report(title, rows) {
  console.log(`\n${title}`);
  const over = [];
  for (const { what, measured, unit, limit } of rows) {
    const verdict = limit === undefined ? '' : measured <= limit ? 'within' : 'OVER';
    if (verdict === 'OVER') over.push(what);
    console.log(
      `  ${what.padEnd(58)} ${measured.toFixed(2).padStart(9)} ${unit.padEnd(3)} ${
        limit === undefined ? '' : `limit ${limit} ${verdict}`
      }`,
    );
  }
  return over;
}

/**
 * A client that takes next to nothing for itself, for calls of a few ms: `fetch` takes most of a
 * millisecond. `post(path, body)` and `get(path, headers)` throw unless the answer is 200.
 */
export function openClient(url) {
  const client = new Client(url);
  const ask = async (options) => {
    const answer = await client.request(options);
    await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`${options.path}: ${answer.statusCode}`);
  };
  return {
    get: (path, headers) => ask({ method: 'GET', path: `/api/v1${path}`, headers }),
    post: (path, body) =>
      ask({
        method: 'POST',
        path: `/api/v1${path}`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    close: () => client.close(),
  };
}

/** Signs a demo account in; `call(method, path, body)` asks the API with its token. */
export async function signIn(url, email) {
  const answer = await fetch(`${url}/api/v1/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'engawa-demo' }),
  });
  const { accessToken, session } = await answer.json();
  if (!accessToken) throw new Error(`sign-in of ${email} answered ${answer.status}`);
  return {
    accessToken,
    session,
    async call(method, path, body) {
      const answer = await request(`${url}/api/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${accessToken}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      const text = await answer.body.text();
      return { status: answer.statusCode, body: text === '' ? null : JSON.parse(text) };
    },
  };
}
