// The timeline through the gateway compared with its lower bound (bare Fastify and the driver):
// pages with few and many posts, the first to the 500th page, writes, and the time until another
// session sees a post. `ENGAWA_BENCH_FULL=1` creates the 1,000,000 posts of the requirement,
// otherwise 100,000.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { MongoClient } from 'mongodb';
import { Pool } from 'undici';
import { openLive } from './live.mjs';
import {
  closedLoops,
  usageMeter,
  percentile,
  report,
  serve,
  sideBySide,
  signIn,
  startScript,
  timed,
  untilQuiet,
} from './measure.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const SMALL_SPACE_POSTS = 10_000;
const LARGE_SPACE_POSTS = process.env.ENGAWA_BENCH_FULL === '1' ? 1_000_000 : 100_000;
const BATCH = 2_000;
const PAGE = 10;
const WALK = 50;
const BUSY_WARMUP = 400;
/** The 99th percentile of 2,000 posts is the 20th slowest: one pause of all clients decides it. */
const BUSY_POSTS = 10_000;

export async function run() {
  const installation = await serve({ demo: { posts: 40 } });
  const mongo = await new MongoClient(installation.mongoUri).connect();
  const over = [];
  let bare = null;
  try {
    const admin = await signIn(installation.url, 'admin@engawa.example');
    const staff = await signIn(installation.url, 'staff@engawa.example');
    const space = staff.session.space.id;
    const posts = mongo.db('timeline').collection('posts');
    const fill = filling(posts, space);
    bare = await startScript(path.join(here, 'bare-timeline.mjs'), {
      mongoUri: installation.mongoUri,
      database: 'timeline',
      space,
    });
    const world = { installation, bare, admin, staff };

    await fill(SMALL_SPACE_POSTS);
    const few = await pageTimes(world);
    over.push(...report(`A page of ${count(SMALL_SPACE_POSTS)} posts`, pageRows(few)));
    await fill(LARGE_SPACE_POSTS);
    const many = await pageTimes(world);
    over.push(
      ...report(`A page of ${count(LARGE_SPACE_POSTS)} posts`, [
        ...pageRows(many),
        {
          what: `${count(LARGE_SPACE_POSTS)} / ${count(SMALL_SPACE_POSTS)} posts, p50`,
          measured: many.gateway.p50 / few.gateway.p50,
          unit: '×',
          limit: 1.25,
        },
      ]),
    );
    for (const clients of [1, 8, 32]) {
      const title = `A page of ${count(LARGE_SPACE_POSTS)} posts, closed loop of ${clients}`;
      over.push(...report(title, await closedRows(world, clients)));
    }
    over.push(...report('Page 500', await deepRows(world)));
    over.push(...report('Writing', await writeRows(world)));
    over.push(...report('Writing, closed loop of 8', await busyRows(world)));
    over.push(...report('A post on another screen', await liveRows(world)));
  } finally {
    await bare?.stop();
    await mongo.close();
    await installation.stop();
  }
  return over;
}

/**
 * Fills the space up to a number of posts in the form that the service stores, older than existing
 * ones.
 */
function filling(posts, space) {
  let filled = 0;
  return async (wanted) => {
    const {
      _id,
      pendingEvents: _events,
      applied: _applied,
      ...template
    } = await posts.findOne({
      space,
      deleted: false,
      mirror: null,
    });
    const began = performance.now();
    const first = Date.now() - 40 * 86_400_000;
    for (; filled < wanted; filled += BATCH) {
      const batch = Array.from({ length: Math.min(BATCH, wanted - filled) }, (_, index) => {
        const id = randomUUID();
        const at = new Date(first - (filled + index) * 30_000);
        return {
          _id: `${space}/${id}`,
          ...template,
          id,
          memo: `${template.memo} ${filled + index}`,
          talkedAt: at,
          createdAt: at,
          updatedAt: at,
        };
      });
      await posts.insertMany(batch, { ordered: false });
    }
    const seconds = (performance.now() - began) / 1000;
    console.log(`\nfilled up to ${count(wanted)} posts (${seconds.toFixed(0)} s)`);
  };
}

async function pageTimes({ installation, bare, staff }) {
  const headers = { authorization: `Bearer ${staff.accessToken}` };
  const page = async (address, options) => {
    const response = await fetch(address, options);
    const { items } = await response.json();
    if (items.length < PAGE) throw new Error(`${address}: ${items.length} posts`);
  };
  return sideBySide({
    bare: () => page(`${bare.url}/posts`),
    gateway: () => page(`${installation.url}/api/v1/posts?limit=${PAGE}`, { headers }),
  });
}

/** What the generator costs is in both arms; `fetch` would take more than the bare server. */
async function closedRows({ installation, bare, staff }, clients) {
  const headers = { authorization: `Bearer ${staff.accessToken}` };
  const ask = (url, path, options) => {
    const pool = new Pool(url, { connections: clients });
    const call = async () => {
      const { statusCode, body } = await pool.request({ method: 'GET', path, ...options });
      await body.arrayBuffer();
      if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`);
    };
    return { call, close: () => pool.close() };
  };
  const floor = ask(bare.url, '/posts', {});
  const gateway = ask(installation.url, `/api/v1/posts?limit=${PAGE}`, { headers });
  const loops = await closedLoops({ bare: floor.call, gateway: gateway.call }, { clients });
  await Promise.all([floor.close(), gateway.close()]);
  return [
    { what: 'bare Fastify + driver, p50', measured: loops.bare.p50, unit: 'ms' },
    { what: 'through the gateway, p50', measured: loops.gateway.p50, unit: 'ms' },
    { what: 'through the gateway, p95', measured: loops.gateway.p95, unit: 'ms' },
    {
      what: 'gateway / bare, p50',
      measured: loops.gateway.p50 / loops.bare.p50,
      unit: '×',
      ...(clients === 1 ? { limit: 1.5 } : {}),
    },
    { what: 'bare, pages a second', measured: loops.bare.perSecond, unit: '/s' },
    { what: 'through the gateway, pages a second', measured: loops.gateway.perSecond, unit: '/s' },
    {
      // 1.67: 0.6 of its throughput.
      what: 'bare / gateway, pages a second',
      measured: loops.bare.perSecond / loops.gateway.perSecond,
      unit: '×',
      ...(clients === 8 ? { limit: 1.67 } : {}),
    },
  ];
}

/** Without a limit: the pauses between the calls change the ratio. The closed loops have one. */
function pageRows({ bare, gateway }) {
  return [
    { what: 'bare Fastify + driver, p50', measured: bare.p50, unit: 'ms' },
    { what: 'through the gateway, p50', measured: gateway.p50, unit: 'ms' },
    { what: 'gateway / bare, p50', measured: gateway.p50 / bare.p50, unit: '×' },
    { what: 'gateway / bare, p95', measured: gateway.p95 / bare.p95, unit: '×' },
  ];
}

async function deepRows({ staff }) {
  let cursor = null;
  for (let passed = 0; passed < 499 * PAGE; passed += WALK) {
    const limit = Math.min(WALK, 499 * PAGE - passed);
    cursor = (await read(staff, `/posts?limit=${limit}${following(cursor)}`)).nextCursor;
  }
  const times = await sideBySide({
    first: () => read(staff, `/posts?limit=${PAGE}`),
    deep: () => read(staff, `/posts?limit=${PAGE}${following(cursor)}`),
  });
  return [
    { what: 'page 1, p50', measured: times.first.p50, unit: 'ms' },
    { what: 'page 500, p50', measured: times.deep.p50, unit: 'ms' },
    {
      what: 'page 500 / page 1, p50',
      measured: times.deep.p50 / times.first.p50,
      unit: '×',
      limit: 1.2,
    },
  ];
}

const following = (cursor) => (cursor ? `&cursor=${encodeURIComponent(cursor)}` : '');

async function read(staff, address) {
  const { status, body } = await staff.call('GET', address);
  if (status !== 200 || body.items.length < PAGE) throw new Error(`${address} answered ${status}`);
  return body;
}

async function writeRows({ installation, bare, admin, staff }) {
  const write = async (who, address, body) => {
    const answer = await who.call('POST', address, body);
    if (answer.status >= 300) throw new Error(`${address} answered ${answer.status}`);
    return answer.body;
  };
  const floor = {
    call: async (method, address, body) => {
      const response = await fetch(`${bare.url}${address}`, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return { status: response.status, body: await response.json() };
    },
  };
  const mine = await write(admin, '/posts', { memo: '反応と返信' });
  const theirs = await write(floor, '/posts', { memo: '反応と返信' });
  const [reaction] = (await staff.call('GET', '/reactions')).body.items;
  const reactionId = reaction.id;
  const cpu = usageMeter(installation.pid);
  const created = await sideBySide({
    bare: () => write(floor, '/posts', { memo: 'きょうの話' }),
    gateway: () => write(admin, '/posts', { memo: 'きょうの話' }),
  });
  const cpuOfCreate = cpu.millis() / 350;
  const reacted = await sideBySide({
    bare: () => write(floor, `/posts/${theirs.id}/reactions`, { reactionId }),
    gateway: () => write(staff, `/posts/${mine.id}/reactions`, { reactionId }),
  });
  const commented = await sideBySide({
    bare: () => write(floor, `/posts/${theirs.id}/comments`, { memo: 'なるほど' }),
    gateway: () => write(staff, `/posts/${mine.id}/comments`, { memo: 'なるほど' }),
  });
  return [
    { what: 'bare insert, p50', measured: created.bare.p50, unit: 'ms' },
    { what: 'create, p50', measured: created.gateway.p50, unit: 'ms' },
    {
      what: 'create / bare, p50',
      measured: created.gateway.p50 / created.bare.p50,
      unit: '×',
      limit: 1.6,
    },
    { what: 'processor time of both, all processes', measured: cpuOfCreate, unit: 'ms' },
    { what: 'bare findOneAndUpdate, p50', measured: reacted.bare.p50, unit: 'ms' },
    {
      what: 'reaction / bare, p50',
      measured: reacted.gateway.p50 / reacted.bare.p50,
      unit: '×',
      limit: 2,
    },
    { what: 'bare find, insert and update, p50', measured: commented.bare.p50, unit: 'ms' },
    {
      what: 'comment / bare, p50',
      measured: commented.gateway.p50 / commented.bare.p50,
      unit: '×',
      limit: 1.6,
    },
  ];
}

/**
 * Posts with a member and a label, one after another of each of eight clients: as many as the machine
 * takes. What follows from the posts in all services is counted too.
 */
async function busyRows({ installation, admin }) {
  const [member] = (await admin.call('GET', '/members?limit=1')).body.items;
  const [label] = (await admin.call('GET', '/labels')).body.items;
  const times = [];
  let sent = 0;
  const write = async () => {
    sent += 1;
    const memo = `${sent}番目の立ち話`;
    const body = { memo, memberIds: [member.id], labelIds: [label.id] };
    const { status } = await admin.call('POST', '/posts', body);
    if (status !== 201) throw new Error(`a post answered ${status}`);
  };
  const writeUpTo = (wanted) =>
    Promise.all(
      Array.from({ length: 8 }, async () => {
        while (sent < wanted) times.push(await timed(write));
      }),
    );
  await writeUpTo(BUSY_WARMUP);
  await untilQuiet(installation.pid);
  times.length = 0;
  const usage = usageMeter(installation.pid);
  const first = sent;
  const began = performance.now();
  await writeUpTo(first + BUSY_POSTS);
  const seconds = (performance.now() - began) / 1_000;
  const late = await timed(() => isFound(admin, sent));
  await untilQuiet(installation.pid);
  const posts = sent - first;
  return [
    { what: 'posts a second', measured: posts / seconds, unit: '/s' },
    { what: 'create, p50', measured: percentile(times, 0.5), unit: 'ms' },
    { what: 'create, p99', measured: percentile(times, 0.99), unit: 'ms', limit: 50 },
    { what: 'the last post is found after', measured: late, unit: 'ms', limit: 5_000 },
    {
      what: 'processor time of a post, all processes',
      measured: usage.millis() / posts,
      unit: 'ms',
      limit: 15,
    },
    {
      what: 'written for a post, all processes',
      measured: usage.bytes() / posts / 1_000,
      unit: 'kB',
      limit: 60,
    },
  ];
}

/** Waits until the search finds the post of `busyRows` with this number. */
async function isFound(admin, number) {
  const last = encodeURIComponent(`${number}番目の立ち話`);
  for (;;) {
    const { body } = await admin.call('GET', `/search/posts?q=${last}`);
    if (body.total >= 1) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Time from sending a post until another session has read it, prompted by the live stream. */
async function liveRows({ installation, admin, staff }) {
  const live = await openLive(installation.url, staff.accessToken);
  const times = [];
  for (let round = -10; round < 100; round += 1) {
    const began = performance.now();
    const { body: post } = await admin.call('POST', '/posts', { memo: `隣の画面 ${round}` });
    await live.until(
      ({ name, aggregate }) => name === 'timeline.post.created' && aggregate.id === post.id,
    );
    const { status } = await staff.call('GET', `/posts/${post.id}`);
    if (status !== 200) throw new Error(`the post ${post.id} answered ${status}`);
    if (round >= 0) times.push(performance.now() - began);
  }
  live.close();
  return [
    {
      what: 'sent → read on the other screen, p50',
      measured: percentile(times, 0.5),
      unit: 'ms',
      limit: 150,
    },
    { what: 'sent → read on the other screen, p95', measured: percentile(times, 0.95), unit: 'ms' },
  ];
}

function count(number) {
  return number.toLocaleString('en-US');
}
