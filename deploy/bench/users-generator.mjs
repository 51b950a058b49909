// The users of users.bench.mjs, in a process of their own. Prints one JSON line when all streams
// are open, and one with the figures at the end.
import { readFileSync } from 'node:fs';
import net from 'node:net';
import { performance } from 'node:perf_hooks';
import { Pool } from 'undici';
import { percentile } from './measure.mjs';

const { file, warmUpSeconds, seconds, earlierWeb } = JSON.parse(process.argv[2]);
const { url, spaces } = JSON.parse(readFileSync(file, 'utf8'));
const tell = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
const CONNECTIONS = 256;
/** The web app handles the messages of this time together. */
const WEB_BATCH_MS = 60;
/** Between the pages of one look at the timeline. */
const SCROLL_MS = 3_000;
const words = ['会議室', '予約', '午後', '見直す', '何人か'];

const pool = new Pool(url, { connections: CONNECTIONS, pipelining: 1 });
const users = spaces.flatMap((space) => space.tokens.map((token) => ({ space, token })));
/** Times of each kind of request since the warm-up. */
const kinds = new Map();
const delays = [];
let measuring = false;
let changes = 0;
let reads = 0;
let messages = 0;
const any = (list) => list[Math.floor(Math.random() * list.length)];

/** Sends a request that was due at a time; resolves with the parsed answer, or null. */
async function ask(kind, user, due, method, address, body) {
  let ok = false;
  let answer = null;
  try {
    const response = await pool.request({
      method,
      path: `/api/v1${address}`,
      headers: {
        authorization: `Bearer ${user.token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      body: body ? JSON.stringify(body) : undefined,
    });
    const text = await response.body.text();
    // A post may be deleted, or its emoji toggled, between two requests.
    ok = response.statusCode < 300;
    if (ok && (method === 'GET' || kind === 'post')) answer = JSON.parse(text);
    else if (!ok) process.stderr.write(`${kind} ${response.statusCode} ${text.slice(0, 200)}\n`);
  } catch (error) {
    process.stderr.write(`${kind} ${error.message}\n`);
  }
  if (measuring) {
    const entry = kinds.get(kind) ?? { times: [], errors: 0 };
    kinds.set(kind, entry);
    entry.times.push(performance.now() - due);
    if (!ok) entry.errors += 1;
  }
  return answer;
}

/** A look at the timeline: its first page, two more, and the position up to which it was read. */
async function look(user, due) {
  let page = await ask('timeline page', user, due, 'GET', '/posts?limit=10');
  if (!page?.items.length) return;
  user.space.posts = page.items.map(({ id }) => id);
  const read = page.items[0].createdAt;
  void ask('read position', user, performance.now(), 'PUT', '/read-position', { timeline: read });
  for (let scroll = 0; scroll < 2 && page?.nextCursor; scroll += 1) {
    const next = performance.now() + SCROLL_MS;
    await new Promise((resolve) => setTimeout(resolve, SCROLL_MS));
    const cursor = encodeURIComponent(page.nextCursor);
    page = await ask('timeline page', user, next, 'GET', `/posts?limit=10&cursor=${cursor}`);
  }
}

/** What users do, and how often each of them does it, in seconds. */
const acts = [
  { every: 60, run: look },
  {
    every: 20 * 60,
    run: (user, due) =>
      ask('post', user, due, 'POST', '/posts', {
        memo: `イベントの相談。参加は${Math.ceil(Math.random() * 40)}人ほど。飲み物は持ち込みたいそうだ。`,
        memberIds: [any(user.space.memberIds)],
      }),
  },
  {
    every: 10 * 60,
    run: (user, due) =>
      ask('comment', user, due, 'POST', `/posts/${any(user.space.posts)}/comments`, {
        memo: '承知しました。明日こちらから伝えます。',
      }),
  },
  {
    every: 4 * 60,
    run: (user, due) =>
      ask('reaction', user, due, 'POST', `/posts/${any(user.space.posts)}/reactions`, {
        reactionId: any(user.space.reactionIds),
      }),
  },
  {
    every: 10 * 60,
    run: (user, due) =>
      ask('search', user, due, 'GET', `/search/posts?q=${encodeURIComponent(any(words))}`),
  },
];

/** Starts one kind of act at random times, whether or not earlier ones have been answered. */
function act({ every, run }) {
  const interval = (every * 1_000) / users.length;
  let due = performance.now();
  const next = () => {
    const now = performance.now();
    for (; due <= now; due += -Math.log(1 - Math.random()) * interval) void run(any(users), due);
    setTimeout(next, Math.max(1, due - performance.now()));
  };
  next();
}

const parsed = new Map();
/** What a chunk of a stream says; most users of a space receive the same one. */
function messagesOf(chunk) {
  const known = parsed.get(chunk);
  if (known) return known;
  const found = [];
  for (const line of chunk.split('\n')) {
    if (!line.startsWith('data: {"name"')) continue;
    const { name, at, postId, commentId, aggregate, post, ranking } = JSON.parse(line.slice(6));
    const carried = Boolean(post ?? ranking);
    found.push({ name, at: Date.parse(at), id: postId ?? aggregate.id, commentId, carried });
  }
  // A post comes with the last message about it.
  const ids = new Set(found.filter(({ carried }) => carried).map(({ id }) => id));
  for (const message of found) message.carried ||= ids.has(message.id);
  if (parsed.size > 500) parsed.clear();
  parsed.set(chunk, found);
  return found;
}

/** The request that the web app makes after a message; null for none. */
function readAfter({ name, id, commentId, carried }) {
  if (carried && !earlierWeb) return null;
  if (name === 'timeline.ranking.changed') return '/ranking';
  if (name.startsWith('notifications.notification.')) return '/notifications/unread-count';
  const [service, entity, verb] = name.split('.');
  if (service !== 'timeline') return null;
  const changed =
    (entity === 'post' && verb !== 'deleted') ||
    entity === 'comment' ||
    (entity === 'reaction' && !commentId);
  return changed ? `/posts?limit=50&ids=${id}` : null;
}

function receive(user, chunk) {
  for (const message of messagesOf(chunk)) {
    if (measuring) {
      messages += 1;
      delays.push(Date.now() - message.at);
    }
    const address = readAfter(message);
    if (address === null) continue;
    user.stale ??= new Set();
    user.stale.add(address);
    user.timer ??= setTimeout(() => {
      const [ids, others] = [[], []];
      for (const stale of user.stale) {
        if (stale.startsWith('/posts')) ids.push(stale.split('ids=')[1]);
        else others.push(stale);
      }
      const now = performance.now();
      if (ids.length > 0) others.push(`/posts?limit=50&ids=${ids.join(',')}`);
      for (const other of others) {
        if (measuring) reads += 1;
        void ask(`after a change ${other.split('?')[0]}`, user, now, 'GET', other);
      }
      user.timer = undefined;
      user.stale = undefined;
    }, WEB_BATCH_MS);
  }
}

const { hostname, port } = new URL(url);
function openStream(user) {
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), hostname, () => {
      socket.write(
        `GET /api/v1/live HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${user.token}\r\naccept: text/event-stream\r\n\r\n`,
      );
    });
    let rest = '';
    let open = false;
    socket.setEncoding('utf8');
    socket.on('data', (text) => {
      if (!open) {
        if (!text.startsWith('HTTP/1.1 200')) return reject(new Error(text.slice(0, 300)));
        open = true;
        resolve();
      }
      // Messages end with an empty line, which is also the end of a chunk.
      const whole = rest + text;
      const end = whole.lastIndexOf('\n\n');
      rest = end < 0 ? whole : whole.slice(end + 2);
      if (end >= 0) receive(user, whole.slice(0, end));
    });
    socket.on('error', reject);
    socket.on('close', () => {
      if (measuring) process.stderr.write('a stream ended\n');
    });
  });
}

for (let start = 0; start < users.length; start += 50) {
  await Promise.all(users.slice(start, start + 50).map(openStream));
}
for (const space of spaces) {
  const user = users.find((one) => one.space === space);
  const { items } = await ask('', user, 0, 'GET', '/posts?limit=10');
  space.posts = items.map(({ id }) => id);
}
tell({ streams: users.length });
for (const each of acts) act(each);
await new Promise((resolve) => setTimeout(resolve, warmUpSeconds * 1_000));
measuring = true;
const cpu = process.cpuUsage();
await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
measuring = false;
const { user, system } = process.cpuUsage(cpu);
const average = (times) => times.reduce((sum, time) => sum + time, 0) / Math.max(1, times.length);
const figures = (times) => ({
  count: times.length,
  average: average(times),
  p99: times.length > 0 ? percentile(times, 0.99) : 0,
});
for (const kind of ['post', 'comment', 'reaction']) changes += kinds.get(kind)?.times.length ?? 0;
tell({
  kinds: [...kinds].map(([kind, { times, errors }]) => ({ kind, errors, ...figures(times) })),
  all: {
    ...figures([...kinds.values()].flatMap(({ times }) => times)),
    errors: [...kinds.values()].reduce((sum, { errors }) => sum + errors, 0),
  },
  ...{ changes, reads, messages, delays: figures(delays) },
  processorMillis: (user + system) / 1_000,
});
