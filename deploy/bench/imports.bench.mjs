// Import of many posts through the gateway, compared with bare insertMany of the same documents:
// rows a second, memory, disk, and the time until the other services have applied all of
// it. `--rows=50000` sets the rows. The import of members is measured in apps/members/bench.
/* global FormData, Blob */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { connect } from 'nats';
import { usageMeter, report, serve, signIn } from './measure.mjs';

const ROWS = 20_000;
/**
 * Heap limit of the services in MB. In a container, Node derives it from the memory limit; without one, on
 * a machine with much memory, V8 collects so late that the heap grows by hundreds of MB of garbage.
 */
const HEAP_MB = 384;
const WARM_UP_ROWS = 2_000;
const MEMBERS = 20;
const BATCH = 1_000;
const POLL_MS = 50;

export async function run({ rows: given } = {}) {
  const rows = Number(given ?? ROWS);
  const env = { NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` };
  const installation = await serve({ demo: { posts: 1 }, env });
  const mongo = await new MongoClient(installation.mongoUri).connect();
  const nats = await connect({ servers: installation.natsUrl });
  try {
    const admin = await signIn(installation.url, 'admin@engawa.example');
    const memberIds = await writeMembers(admin);
    const world = { installation, mongo, nats, admin, memberIds };
    await importPosts(world, WARM_UP_ROWS, 'warm');
    const service = serviceProcess(installation.pid);
    const memory = watchMemory(service);
    const cpu = usageMeter(service);
    const disk = diskOf(installation.dir);
    const took = await importPosts(world, rows, 'rows');
    const millis = cpu.millis();
    const grown = memory.stop();
    const stored = diskOf(installation.dir) - disk;
    const raw = await rawInsert(mongo, took.id, rows);
    return report(`Import of ${rows} posts`, [
      { what: 'raw insertMany', measured: (rows / raw) * 1_000, unit: '/s' },
      { what: 'check', measured: (rows / took.checked) * 1_000, unit: '/s' },
      { what: 'import', measured: (rows / took.stored) * 1_000, unit: '/s' },
      // At least 1,000 posts a second.
      { what: 'time per post', measured: took.stored / rows, unit: 'ms', limit: 1 },
      // At least 0.12 of the speed of raw insertMany.
      { what: 'time of the import / raw', measured: took.stored / raw, unit: '×', limit: 8.33 },
      {
        what: 'everything applied after the end',
        measured: took.applied / 1_000,
        unit: 's',
        limit: 10,
      },
      { what: 'processor time per post, services', measured: millis / rows, unit: 'ms' },
      // 0.7 GB for 100,000 posts.
      {
        what: 'disk per post, all databases and the event server',
        measured: stored / rows / 1_000,
        unit: 'kB',
        limit: 7,
      },
      {
        what: `memory above the start, heap limited to ${HEAP_MB} MB`,
        measured: grown,
        unit: 'MB',
        limit: 150,
      },
    ]);
  } finally {
    await nats.close();
    await mongo.close();
    await installation.stop();
  }
}

async function writeMembers(admin) {
  const ids = [];
  for (let n = 0; n < MEMBERS; n += 1) {
    const { status, body } = await admin.call('POST', '/members', { familyName: `取込${n}` });
    if (status !== 201) throw new Error(`/members answered ${status}`);
    ids.push(body.id);
  }
  return ids;
}

/** Talks of the last years, one member each. */
function csvOf(rows, memberIds, word) {
  const lines = ['話した日時,会員ID,メモ'];
  const first = Date.UTC(2024, 0, 1);
  for (let n = 0; n < rows; n += 1) {
    const at = new Date(first + n * 600_000).toISOString().slice(0, 16).replace('T', ' ');
    const memo = `来月から週3日に増やしたいとのこと。請求先は会社に変わる。${word}${n}`;
    lines.push(`${at},${memberIds[n % memberIds.length]},${memo}`);
  }
  return lines.join('\n');
}

/** Times in ms: the check, the import, and from its end until everything is applied. */
async function importPosts({ installation, mongo, nats, admin, memberIds }, rows, word) {
  const address = `${installation.url}/api/v1/posts/imports`;
  const headers = { authorization: `Bearer ${admin.accessToken}` };
  const form = new FormData();
  form.set('file', new Blob([csvOf(rows, memberIds, word)]), 'posts.csv');
  const ask = async (path, options) => {
    const answer = await fetch(`${address}${path}`, { headers, ...options });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const reach = async (id, state) => {
    for (;;) {
      const job = await ask(`/${id}`);
      if (job.state === state) return job;
      if (job.state === 'failed') throw new Error(JSON.stringify(job));
      await sleep(POLL_MS);
    }
  };
  const begun = performance.now();
  const { id } = await ask('', { method: 'POST', body: form });
  await reach(id, 'checked');
  const checked = performance.now() - begun;
  const started = performance.now();
  await ask(`/${id}/run`, { method: 'POST' });
  const { counts } = await reach(id, 'done');
  const ended = performance.now();
  if (counts.add !== rows) throw new Error(JSON.stringify(counts));
  await allApplied({ mongo, nats });
  return { id, checked, stored: ended - started, applied: performance.now() - ended };
}

/** Waits until no event waits in the timeline's database or for a service. */
async function allApplied({ mongo, nats }) {
  const manager = await nats.jetstreamManager();
  const pending = { 'pendingEvents.at': { $gt: '' } };
  const waiting = async () => {
    for (const name of ['posts', 'postImports', 'postImportChunks']) {
      if (await mongo.db('timeline').collection(name).findOne(pending)) return true;
    }
    for await (const { config } of manager.streams.list()) {
      for await (const consumer of manager.consumers.list(config.name)) {
        if (consumer.num_pending + consumer.num_ack_pending > 0) return true;
      }
    }
    return false;
  };
  while (await waiting()) await sleep(POLL_MS);
}

/** Writes the imported posts into a collection with the same indexes. Returns ms. */
async function rawInsert(mongo, importId, rows) {
  const database = mongo.db('timeline');
  const posts = database.collection('posts');
  const raw = database.collection('rawPosts');
  for (const { key, v: _v, ...options } of await posts.indexes()) {
    if (options.name !== '_id_') await raw.createIndex(key, options);
  }
  const documents = await posts.find({ importKey: importId }).toArray();
  if (documents.length !== rows) throw new Error(`${documents.length} of ${rows} posts`);
  const begun = performance.now();
  for (let at = 0; at < documents.length; at += BATCH) {
    await raw.insertMany(documents.slice(at, at + BATCH), { ordered: true });
  }
  return performance.now() - begun;
}

/** The process of the services, which are all in one. */
function serviceProcess(parent) {
  const children = (pid) =>
    readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  const found = children(parent).find((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('all-in-one/main.cjs'),
  );
  if (!found) throw new Error('the process of the services was not found');
  return Number(found);
}

/** Bytes that the files below a folder occupy. */
function diskOf(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  return files
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.blocks ?? 0) * 512, 0);
}

/** Growth of the resident memory of a process at its peak, in MB. */
function watchMemory(pid) {
  const now = () => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1_024;
  };
  const start = now();
  let peak = start;
  const timer = setInterval(() => (peak = Math.max(peak, now())), POLL_MS);
  return {
    stop() {
      clearInterval(timer);
      return peak - start;
    },
  };
}
