import type { MemberImport } from '@engawa/contracts';
import { setTimeout as sleep } from 'node:timers/promises';
import { memberCsv, startBenchService } from './bench-service';

/** Import of many members, validated and with its events out, beside bare insertMany. */
async function main(): Promise<void> {
  const rows = Number(process.argv[2] ?? 100_000);
  const bench = await startBenchService();
  const csv = memberCsv(rows);
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 50);

  const form = new FormData();
  form.set('file', new Blob([csv]), 'members.csv');
  const begun = performance.now();
  const answer = await bench.call('/members/imports/add', { method: 'POST', body: form });
  const { id } = (await answer.json()) as MemberImport;
  const reach = async (state: string) => {
    for (;;) {
      const job = (await (await bench.call(`/members/imports/${id}`)).json()) as MemberImport;
      if (job.state === state) return job;
      if (job.state === 'failed') throw new Error(JSON.stringify(job));
      await sleep(20);
    }
  };
  await reach('checked');
  const checked = performance.now();
  await bench.call(`/members/imports/${id}/run`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  const done = await reach('done');
  const stored = performance.now();
  const members = bench.database.collection('members');
  while (
    (await members.countDocuments({ 'pendingEvents.at': { $exists: true } }, { limit: 1 })) > 0
  )
    await sleep(50);
  const published = performance.now();
  clearInterval(watch);

  // The same documents, as they lie there, into a collection with the same indexes.
  const raw = bench.database.collection('rawMembers');
  for (const index of await members.indexes()) {
    if (index.name === '_id_') continue;
    const { key, v: _v, ...options } = index;
    await raw.createIndex(key, options);
  }
  const documents = await members.find({}).toArray();
  const rawBegun = performance.now();
  for (let at = 0; at < documents.length; at += 1_000) {
    await raw.insertMany(documents.slice(at, at + 1_000), { ordered: true });
  }
  const rawTook = performance.now() - rawBegun;

  const rate = (millis: number) => Math.round(rows / (millis / 1000));
  const seconds = (millis: number) => (millis / 1000).toFixed(1);
  console.table([
    { what: 'raw insertMany', seconds: seconds(rawTook), 'rows/s': rate(rawTook), ratio: 1 },
    {
      what: 'import, stored',
      seconds: seconds(stored - checked),
      'rows/s': rate(stored - checked),
      ratio: (rawTook / (stored - checked)).toFixed(2),
    },
    {
      what: 'import, events out (≥ 0.30)',
      seconds: seconds(published - checked),
      'rows/s': rate(published - checked),
      ratio: (rawTook / (published - checked)).toFixed(2),
    },
    { what: 'check', seconds: seconds(checked - begun), 'rows/s': rate(checked - begun) },
  ]);
  console.log(`counts ${JSON.stringify(done.counts)}`);
  console.log(`memory ${Math.round((peak - before) / 1_048_576)} MB above the start (< 150)`);
  await bench.stop();
}

void main();
