// Shared by the benchmarks: a served installation, percentiles, and a table that is printed and
// saved.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, request } from 'undici';
import { workspace } from '../tools/workspace.mjs';

/** Starts deploy/installation/serve.mjs with a temporary data folder. */
export async function serve(options) {
  const dir = mkdtempSync(path.join(tmpdir(), 'engawa-bench-'));
  const child = spawn(
    process.execPath,
    [
      path.join(workspace, 'deploy/installation/serve.mjs'),
      JSON.stringify({ dataDir: dir, ...options }),
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const first = await firstLine(child);
  if (!first.ready) throw new Error(`the installation did not start: ${JSON.stringify(first)}`);
  return {
    ...first,
    dir,
    pid: child.pid,
    /** Kills a part with SIGKILL and restarts it after a delay. */
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

/** Starts a script and waits for its JSON line that reports readiness; `next` waits for another. */
export async function startScript(file, options) {
  const child = spawn(process.execPath, [file, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  return {
    ...(await firstLine(child)),
    next: () => firstLine(child),
    stop: () => stopChild(child),
  };
}

function firstLine(child) {
  return new Promise((resolve) => {
    createInterface({ input: child.stdout }).once('line', (line) => resolve(JSON.parse(line)));
    child.once('exit', (code) => resolve({ failed: `ended with ${code}` }));
  });
}

async function stopChild(child) {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

/** Duration of one call in ms. */
export async function timed(call) {
  const began = performance.now();
  await call();
  return performance.now() - began;
}

/**
 * Measures calls alternately (A B A B …), so that changes of the machine's speed affect all equally.
 * A `pause` in ms before each call lets the effects of the previous one finish.
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
 * Closed loops: each client asks again as soon as it is answered. The arms take turns, so that
 * changes of the machine's speed affect all equally.
 * @param {Record<string, () => Promise<unknown>>} calls
 * @returns {Promise<Record<string, { p50: number, p95: number, perSecond: number }>>} ms
 */
export async function closedLoops(calls, { clients, rounds = 6, millis = 1_000 }) {
  const arms = Object.entries(calls).map(([name, call]) => ({ name, call, times: [], took: 0 }));
  for (let round = -1; round < rounds; round += 1) {
    for (const arm of arms) {
      const began = performance.now();
      const loop = async () => {
        while (performance.now() - began < millis) {
          const took = await timed(arm.call);
          // The first round warms up.
          if (round >= 0) arm.times.push(took);
        }
      };
      await Promise.all(Array.from({ length: clients }, loop));
      if (round >= 0) arm.took += performance.now() - began;
    }
  }
  return Object.fromEntries(
    arms.map(({ name, times, took }) => [
      name,
      {
        p50: percentile(times, 0.5),
        p95: percentile(times, 0.95),
        perSecond: times.length / (took / 1_000),
      },
    ]),
  );
}

/**
 * What a process and its descendants use from now on: processor time in ms, and bytes written to files
 * and connections; NaN without /proc. On a machine that does other work, processor time is more
 * reliable than elapsed time.
 */
export function usageMeter(root) {
  const before = usageByProcess(root);
  const sum = (what) => {
    if (!before) return Number.NaN;
    let used = 0;
    for (const [pid, now] of usageByProcess(root))
      used += now[what] - (before.get(pid)?.[what] ?? 0);
    return used;
  };
  return { millis: () => sum('millis'), bytes: () => sum('bytes') };
}

/** Waits until a process and its descendants have nothing left to do, such as figures of demo posts. */
export async function untilQuiet(root) {
  for (;;) {
    const { bytes } = usageMeter(root);
    await sleep(1_000);
    // Pings, logs and idle reads write less.
    if (!(bytes() > 100_000)) return;
  }
}

/** Processes that have ended are no longer counted; a restarted one starts at zero. */
function usageByProcess(root) {
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
      // Ticks of 10 ms: user and system time.
      const millis = (Number(fields[11]) + Number(fields[12])) * 10;
      const written = /^wchar: (\d+)/m.exec(readFileSync(`/proc/${name}/io`, 'utf8'));
      processes.set(Number(name), {
        parent: Number(fields[1]),
        used: { millis, bytes: Number(written?.[1] ?? 0) },
      });
    } catch {
      // The process ended in the meantime.
    }
  }
  const found = new Map();
  for (const [pid, { used }] of processes) {
    let above = pid;
    while (above > 1 && above !== root) above = processes.get(above)?.parent ?? 0;
    if (above === root) found.set(pid, used);
  }
  return found;
}

/**
 * Prints rows `{ what, measured, unit, limit }`; a limit is an upper bound. Returns the rows above
 * it.
 */
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
 * An HTTP client with little overhead for calls of a few ms: `fetch` takes most of a millisecond.
 * `post(path, body)` and `get(path, headers)` throw unless the status is 200.
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

/** Signs in a demo account; `call(method, path, body)` calls the API with its token. */
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

const sentences = [
  '来月から週3日に増やしたいとのこと。請求先は会社に変わる。',
  '会議室の予約が取りにくいと何人かに言われた。午後の枠を見直す。',
  'イベントの相談。参加は20人ほど、飲み物は持ち込みたいそうだ。',
  'デザイナーを探している会員がいる。先月見学に来た人を紹介した。',
  '鍵の受け渡しは金曜の夕方に。写真を撮ってから返してもらう。',
];

/**
 * Members and posts enough for one long page: the demo data of thousands take minutes on a slow
 * machine. Each post names three members and has some lines. Returns when the events of the posts
 * are applied: until then the members' figures change.
 */
export async function writePages(admin, { posts = 60, members = 100 } = {}) {
  const write = async (path, body) => {
    const answer = await admin.call('POST', path, body);
    if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}`);
    return answer.body.id;
  };
  const ids = [];
  for (let n = 0; n < members; n += 1) {
    ids.push(
      await write('/members', { familyName: `会員${n}`, firstName: '花子', company: '縁側' }),
    );
  }
  for (let n = 0; n < posts; n += 1) {
    const memo = [0, 1, 2].map((line) => sentences[(n * 3 + line) % sentences.length]).join('\n');
    await write('/posts', { memo, memberIds: [0, 1, 2].map((m) => ids[(n + m) % members]) });
  }
  await figuresReach(admin, posts * 3);
}

/** Waits until the members' figures count all posts and have not changed for a second. */
async function figuresReach(admin, mentions) {
  let before = '';
  for (let attempt = 0; attempt < 60; attempt += 1) {
    const { body } = await admin.call('GET', '/members?limit=100');
    const now = JSON.stringify(body);
    const counted = body.items.reduce((sum, member) => sum + member.posts, 0);
    if (counted === mentions && now === before) return;
    before = now;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  throw new Error('the events of the posts were not applied within a minute');
}
