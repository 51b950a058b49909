// Deliveries while 50,000 wait for an unresponsive receiver: time from the post until the webhook
// reaches another receiver of the same space, and one of another space (INT-3).
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { MongoClient } from 'mongodb';
import { percentile, report, serve, signIn } from './measure.mjs';

const WAITING = 50_000;
const POSTS = 100;
const EVERY_MS = 200;
const LIMIT_MS = 1_000;
const pause = (millis) => new Promise((resolve) => setTimeout(resolve, millis));

export async function run() {
  const receiver = await startReceiver();
  const installation = await serve({ env: { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' } });
  const mongo = await new MongoClient(installation.mongoUri).connect();
  try {
    const spaces = [
      ['the same space', await signIn(installation.url, 'admin@engawa.example')],
      ['another space', await signIn(installation.url, 'admin@other.example')],
    ];
    const dead = await addWebhook(spaces[0][1], `${receiver.url}/dead`);
    for (const [name, admin] of spaces) await addWebhook(admin, receiver.url + pathOf(name));
    await queueUp(mongo, spaces[0][1].session.space.id, dead.id);
    while (receiver.at('/dead') === 0) await pause(50);

    const rows = [];
    for (const [name, admin] of spaces) {
      const arrived = receiver.expect(pathOf(name));
      const times = [];
      for (let n = 0; n < POSTS; n += 1) {
        const began = performance.now();
        const { status, body } = await admin.call('POST', '/posts', { memo: `配信 ${n}` });
        if (status !== 201) throw new Error(`createPost answered ${status}`);
        times.push(arrived(body.id).then((at) => at - began));
        await pause(EVERY_MS);
      }
      const millis = await Promise.all(times);
      rows.push({
        what: `post to webhook of ${name}, p95`,
        measured: percentile(millis, 0.95),
        unit: 'ms',
        limit: LIMIT_MS,
      });
      rows.push({ what: `  p50`, measured: percentile(millis, 0.5), unit: 'ms' });
    }
    rows.push({
      what: 'attempts at the dead receiver meanwhile',
      measured: receiver.at('/dead'),
      unit: '',
    });
    return report(`Deliveries while ${WAITING} wait for a dead receiver`, rows);
  } finally {
    await mongo.close();
    await installation.stop();
    receiver.stop();
  }
}

function pathOf(name) {
  return `/${name.replaceAll(' ', '-')}`;
}

async function addWebhook(admin, url) {
  const events = ['timeline.post.created'];
  const { status, body } = await admin.call('POST', '/webhooks', { url, events });
  if (status !== 201) throw new Error(`addWebhook answered ${status}`);
  return body;
}

/** Deliveries that have been waiting for some time, in the form that the service stores. */
async function queueUp(mongo, space, target) {
  const now = Date.now();
  const deliveries = mongo.db('integrations').collection('deliveries');
  for (let at = 0; at < WAITING; at += 1_000) {
    await deliveries.insertMany(
      Array.from({ length: 1_000 }, (_, n) => {
        const id = randomUUID();
        return {
          _id: `${space}/${id}`,
          ...{ id, space, target, version: 1, event: 'timeline.post.created', body: '{}' },
          ...{ state: 'waiting', attempts: 0, lastAttemptAt: null, lastStatus: null },
          ...{ lastError: null, createdAt: new Date(now), updatedAt: new Date(now) },
          dueAt: new Date(now - 3_600_000 + at + n),
          expiresAt: new Date(now + 86_400_000),
        };
      }),
    );
  }
}

/**
 * Responds with 200, except on `/dead`, where it never responds; records when each post arrived.
 */
async function startReceiver() {
  const counts = new Map();
  const waiting = new Map();
  const came = new Map();
  const server = createServer((request, response) => {
    const path = request.url;
    counts.set(path, (counts.get(path) ?? 0) + 1);
    if (path === '/dead') return;
    let body = '';
    request.on('data', (piece) => (body += piece));
    request.on('end', () => {
      const key = `${path} ${JSON.parse(body).data.postId}`;
      came.set(key, performance.now());
      waiting.get(key)?.(came.get(key));
      response.end();
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    at: (path) => counts.get(path) ?? 0,
    expect: (path) => (postId) =>
      new Promise((resolve, reject) => {
        const key = `${path} ${postId}`;
        if (came.has(key)) return resolve(came.get(key));
        const timer = setTimeout(() => reject(new Error(`${key}: not within 60 s`)), 60_000);
        waiting.set(key, (at) => {
          clearTimeout(timer);
          resolve(at);
        });
      }),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
