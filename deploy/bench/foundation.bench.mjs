// Time until a new task is visible to another session, and the timeline page compared with its
// lower bound.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openLive } from './live.mjs';
import { percentile, report, serve, sideBySide, signIn, startScript } from './measure.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));

export async function run() {
  const installation = await serve({ demo: { posts: 400 } });
  const over = [];
  try {
    const admin = await signIn(installation.url, 'admin@engawa.example');
    const staff = await signIn(installation.url, 'staff@engawa.example');
    over.push(...report('A post turned into a task', await taskRows(installation, admin, staff)));
    over.push(...report('The timeline page', await timelineRows(installation, staff)));
  } finally {
    await installation.stop();
  }
  return over;
}

/**
 * Writes a post as one staff member and waits, on another's live stream, until its task can be
 * read.
 */
async function taskRows({ url }, admin, staff) {
  const live = await openLive(url, staff.accessToken);
  const visible = [];
  for (let n = 0; n < 100; n += 1) {
    const began = performance.now();
    const { body: post } = await admin.call('POST', '/posts', {
      memo: `棚卸し ${n}`,
      task: { status: 'waiting', assignUserId: staff.session.staff.id },
    });
    await live.until(
      (message) => message.name === 'tasks.task.created' && message.aggregate.id === post.id,
    );
    const { status } = await staff.call('GET', `/tasks/${post.id}`);
    if (status !== 200) throw new Error(`the task of ${post.id} answered ${status}`);
    if (n >= 10) visible.push(performance.now() - began);
  }
  live.close();
  return [
    {
      what: 'create → live message → read by the other, p50',
      measured: percentile(visible, 0.5),
      unit: 'ms',
      limit: 200,
    },
    {
      what: 'create → live message → read by the other, p95',
      measured: percentile(visible, 0.95),
      unit: 'ms',
    },
  ];
}

async function timelineRows(installation, staff) {
  const bare = await startScript(path.join(here, 'bare-timeline.mjs'), {
    mongoUri: installation.mongoUri,
    database: 'timeline',
    space: staff.session.space.id,
  });
  try {
    const headers = { authorization: `Bearer ${staff.accessToken}` };
    const page = async (address, options) => {
      const response = await fetch(address, options);
      const { items } = await response.json();
      if (items.length < 10) throw new Error(`${address}: ${items.length} posts`);
    };
    const times = await sideBySide({
      bare: () => page(`${bare.url}/posts`),
      gateway: () => page(`${installation.url}/api/v1/posts`, { headers }),
    });
    return [
      { what: 'bare Fastify + driver, p50', measured: times.bare.p50, unit: 'ms' },
      { what: 'through the gateway, p50', measured: times.gateway.p50, unit: 'ms' },
      { what: 'gateway / bare, p50', measured: times.gateway.p50 / times.bare.p50, unit: '×' },
      { what: 'gateway / bare, p95', measured: times.gateway.p95 / times.bare.p95, unit: '×' },
    ];
  } finally {
    await bare.stop();
  }
}
