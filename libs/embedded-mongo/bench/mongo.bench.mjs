// `npm run bench:mongo [-- SIZE ...]`: speed of the embedded server compared with the driver's
// ping. Starts the built server as a separate process and measures through the official driver.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { MongoClient } from 'mongodb';

const workspace = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const cli = path.join(workspace, 'dist/libs/embedded-mongo/cli.cjs');
const sizes = process.argv
  .slice(2)
  .filter((word) => /^\d+$/.test(word))
  .map(Number);
if (sizes.length === 0) sizes.push(10_000, 100_000, 1_000_000);

/** Starts a server on a free port; resolves when it listens. */
function startServer(folder) {
  return new Promise((resolve, reject) => {
    const begin = performance.now();
    const child = spawn(process.execPath, [cli, '--dbpath', folder, '--port', '0'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.once('exit', (code) => reject(new Error(`server ended with ${code}`)));
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
      const uri = /mongodb:\/\/\S+/.exec(said)?.[0];
      if (uri) resolve({ child, uri, startMilliseconds: performance.now() - begin });
    });
  });
}

function stopServer(server) {
  return new Promise((resolve) => {
    server.child.removeAllListeners('exit');
    server.child.once('exit', resolve);
    server.child.kill('SIGTERM');
  });
}

const quantile = (sorted, q) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))];

/**
 * Runs `work` repeatedly on `connections` connections; latencies in microseconds. With `floor`,
 * each step is followed by a ping (or another comparison) on the same connection, so that both see
 * the same load.
 */
async function measure(connections, work, { floor, milliseconds = 1500, warmUp = 50 } = {}) {
  for (let i = 0; i < warmUp; i++) await work(i);
  const times = [];
  const floors = [];
  const begin = performance.now();
  const end = begin + milliseconds;
  let busy = 0;
  let next = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) {
        const start = performance.now();
        await work(next++);
        const done = performance.now();
        times.push((done - start) * 1000);
        busy += done - start;
        if (!floor) continue;
        await floor();
        floors.push((performance.now() - done) * 1000);
      }
    }),
  );
  times.sort((a, b) => a - b);
  floors.sort((a, b) => a - b);
  return {
    median: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    // The pings between the steps are excluded.
    perSecond: times.length / (busy / 1000 / connections),
    ping: floors.length > 0 ? quantile(floors, 0.5) : null,
  };
}

/** Resident memory of the server without the pages of its data file, in MB. */
function memoryOf(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const field = (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
  return { resident: field('VmRSS'), besidesMap: field('RssAnon') };
}

const filler = (bytes) => 'x'.repeat(bytes);
const DAY = 86_400_000;
const BASE = Date.UTC(2024, 0, 1);
const labels = ['red', 'green', 'blue', 'white', 'black'];
const post = (i, bytes) => ({
  _id: i,
  space: 'space-1',
  label: labels[i % labels.length],
  at: new Date(BASE + i * 60_000),
  day: new Date(BASE + Math.floor((i * 60_000) / DAY) * DAY),
  version: 0,
  text: filler(bytes),
});

const rows = [];
const checks = [];
function report(name, result) {
  const row = {
    what: name,
    'median µs': Math.round(result.median),
    'p99 µs': Math.round(result.p99),
    'per second': Math.round(result.perSecond),
  };
  if (result.ping) row['× ping'] = Number((result.median / result.ping).toFixed(2));
  rows.push(row);
  console.log(
    `${name.padEnd(58)} median ${String(row['median µs']).padStart(7)} µs   p99 ${String(row['p99 µs']).padStart(7)} µs   ${String(row['per second']).padStart(7)}/s${result.ping ? `   ${row['× ping']} × ping of ${Math.round(result.ping)} µs` : ''}`,
  );
  return result;
}
function check(name, value, limit, atLeast = false) {
  const good = atLeast ? value >= limit : value <= limit;
  checks.push({ name, value, limit, good });
  console.log(
    `${good ? 'ok  ' : 'MISS'} ${name}: ${value.toFixed(2)} (${atLeast ? 'at least' : 'at most'} ${limit})`,
  );
}

const folder = mkdtempSync(path.join(tmpdir(), 'embedded-mongo-bench-'));
let server = await startServer(folder);
let status = 0;
try {
  check('start of an empty server, ms', server.startMilliseconds, 1000);
  const one = await MongoClient.connect(server.uri, { maxPoolSize: 1 });
  const many = await MongoClient.connect(server.uri, { maxPoolSize: 16, minPoolSize: 16 });
  const db = one.db('bench');
  const wide = many.db('bench');

  const floor = () => db.command({ ping: 1 });
  const wideFloor = () => wide.command({ ping: 1 });
  report('ping, 1 connection', await measure(1, floor));
  report('ping, 16 connections', await measure(16, wideFloor));

  let id = 0;
  report(
    'insert one, 1 connection',
    await measure(1, () => db.collection('single').insertOne(post(id++, 100)), { floor }),
  );
  const inserts = report(
    'insert one, 16 connections',
    await measure(16, () => wide.collection('single').insertOne(post(id++, 100))),
  );
  check('durable single inserts from 16 connections per second', inserts.perSecond, 3000, true);

  {
    const c = db.collection('bulk');
    await c.createIndex({ space: 1, at: -1, _id: -1 });
    await c.createIndex({ label: 1 });
    const total = 40_000;
    const batches = Array.from({ length: total / 1000 }, (_, b) =>
      Array.from({ length: 1000 }, (_, i) => post(b * 1000 + i, 140)),
    );
    const begin = performance.now();
    for (const batch of batches) await c.insertMany(batch);
    check(
      'insertMany, 300 bytes, two indexes, documents per second',
      total / ((performance.now() - begin) / 1000),
      20_000,
      true,
    );
  }

  /** Adds posts `from` up to `to`. */
  const fill = async (collection, from, to) => {
    for (let at = from; at < to; at += 1000) {
      const batch = Array.from({ length: Math.min(1000, to - at) }, (_, i) => post(at + i, 880));
      await collection.insertMany(batch, { ordered: false });
    }
  };
  let filled = 0;
  const c = db.collection('posts');
  const w = wide.collection('posts');
  // Stays at the initial size of the others: pages of both are read in turn.
  const small = db.collection('few');
  for (const collection of [c, small]) {
    await collection.createIndex({ space: 1, at: -1, _id: -1 });
    await collection.createIndex({ label: 1, day: 1 });
  }
  await fill(small, 0, sizes[0]);
  for (const size of sizes) {
    const begin = performance.now();
    await fill(c, filled, size);
    filled = size;
    console.log(
      `\n${size.toLocaleString('en')} documents of 1 kB (filled in ${((performance.now() - begin) / 1000).toFixed(1)} s)`,
    );
    const random = () => Math.floor(Math.random() * size);
    const byId = report(
      'find by id',
      await measure(1, () => c.findOne({ _id: random() }), { floor }),
    );
    check(`find by id at ${size}, × ping`, byId.median / byId.ping, 3);
    report(
      'find by id, 16 connections',
      await measure(16, () => w.findOne({ _id: random() }), { floor: wideFloor }),
    );
    const page =
      (collection, skip = 0) =>
      () =>
        collection
          .find({ space: 'space-1' })
          .sort({ at: -1, _id: -1 })
          .skip(skip)
          .limit(10)
          .toArray();
    const first = report('indexed page of 10, first', await measure(1, page(c), { floor }));
    check(`indexed page of 10 at ${size}, × ping`, first.median / first.ping, 3);
    report('indexed page of 10, 16 connections', await measure(16, page(w), { floor: wideFloor }));
    report(
      'indexed page of 10, page 500 by skip',
      await measure(1, page(c, Math.min(4990, size - 20)), { floor }),
    );
    const pageAfter =
      (collection, among = size) =>
      () => {
        const { at, _id } = post(Math.floor(Math.random() * among), 0);
        return collection
          .find({ space: 'space-1', $or: [{ at: { $lt: at } }, { at, _id: { $lt: _id } }] })
          .sort({ at: -1, _id: -1 })
          .limit(10)
          .toArray();
      };
    report('indexed page of 10, newest after a cursor', await measure(1, pageAfter(c), { floor }));
    if (size > sizes[0]) {
      const firsts = await measure(1, page(c), { floor: page(small) });
      check(`first page at ${size} against ${sizes[0]}, ×`, firsts.median / firsts.ping, 1.25);
      const afters = await measure(1, pageAfter(c), { floor: pageAfter(small, sizes[0]) });
      check(
        `page after a cursor at ${size} against ${sizes[0]}, ×`,
        afters.median / afters.ping,
        1.25,
      );
    }
    report(
      'update by id',
      await measure(1, () => c.updateOne({ _id: random() }, { $inc: { version: 1 } }), { floor }),
    );
    report(
      'update by id, 16 connections',
      await measure(16, () => w.updateOne({ _id: random() }, { $inc: { version: 1 } }), {
        floor: wideFloor,
      }),
    );
    report(
      'findAndModify',
      await measure(1, () => c.findOneAndUpdate({ _id: random() }, { $inc: { version: 1 } }), {
        floor,
      }),
    );
    report('count of all', await measure(1, () => c.estimatedDocumentCount(), { floor }));
    report(
      'count by an indexed label',
      await measure(1, () => c.countDocuments({ label: 'red' }), {
        floor,
        milliseconds: 1000,
        warmUp: 3,
      }),
    );
    report(
      'group by label and day',
      await measure(
        1,
        () =>
          c
            .aggregate([{ $group: { _id: { label: '$label', day: '$day' }, n: { $sum: 1 } } }])
            .toArray(),
        { floor, milliseconds: 10, warmUp: 0 },
      ),
    );
    const memory = memoryOf(server.child.pid);
    console.log(
      `memory of the server: ${memory.resident.toFixed(0)} MB resident, ${memory.besidesMap.toFixed(0)} MB besides the map`,
    );
    check(`memory besides the map at ${size}, MB`, memory.besidesMap, 300);
  }
  {
    // A heavy aggregation must not block point reads.
    let busy = true;
    const heavy = (async () => {
      while (busy) await w.aggregate([{ $group: { _id: '$day', n: { $sum: 1 } } }]).toArray();
    })();
    const beside = report(
      'find by id beside a heavy aggregation',
      await measure(1, () => c.findOne({ _id: Math.floor(Math.random() * filled) }), { floor }),
    );
    busy = false;
    await heavy;
    check('find by id beside a heavy aggregation, p99 ms', beside.p99 / 1000, 50);
  }
  await one.close();
  await many.close();
  await stopServer(server);
  server = await startServer(folder);
  check('start with the data, ms', server.startMilliseconds, 1000);
  console.log('');
  console.table(rows);
  const missed = checks.filter(({ good }) => !good);
  console.log(
    missed.length === 0
      ? 'all targets reached'
      : `missed: ${missed.map(({ name }) => name).join('; ')}`,
  );
  status = missed.length === 0 ? 0 : 1;
} finally {
  await stopServer(server);
  rmSync(folder, { recursive: true, force: true });
}
process.exit(status);
