import type { MemberImport } from '@engawa/contracts';
import { setTimeout as sleep } from 'node:timers/promises';
import { forkBenchService, memberCsv, printFigures, type BenchService } from './bench-service';

/** Import of many members, validated and with published events, compared with bare insertMany. */
async function main(): Promise<void> {
  const rows = Number(process.argv[2] ?? 100_000);
  const bench = await forkBenchService();
  // Memory after warm-up is not growth of the import.
  await run(bench, 2_000, 'warm');
  const grown = await bench.memory();
  const { checked, stored, published, reverted } = await run(bench, rows, '');
  const memory = await grown();

  // The same documents into a collection with the same indexes.
  const members = bench.database.collection('members');
  const raw = bench.database.collection('rawMembers');
  for (const index of await members.indexes()) {
    if (index.name === '_id_') continue;
    const { key, v: _v, ...options } = index;
    await raw.createIndex(key, options);
  }
  const documents = await members
    .find({ memo: { $gte: '紹介で入会', $lt: '紹介で入会\uffff' } })
    .toArray();
  if (documents.length !== rows) throw new Error(`${documents.length} of ${rows} members`);
  const rawBegun = performance.now();
  for (let at = 0; at < documents.length; at += 1_000) {
    await raw.insertMany(documents.slice(at, at + 1_000), { ordered: true });
  }
  const rawTook = performance.now() - rawBegun;

  const perSecond = (millis: number) => rows / (millis / 1000);
  printFigures(`Import of ${rows} members`, [
    { what: 'raw insertMany', measured: perSecond(rawTook), unit: '/s' },
    { what: 'check', measured: perSecond(checked), unit: '/s' },
    { what: 'import, stored', measured: perSecond(stored), unit: '/s' },
    { what: 'import, events out', measured: perSecond(published), unit: '/s' },
    {
      // At least 0.30 of the speed of raw insertMany.
      what: 'time of check and import with events out / raw',
      measured: (checked + published) / rawTook,
      unit: '×',
      limit: 3.33,
    },
    { what: 'revert, events out', measured: perSecond(reverted), unit: '/s' },
    {
      what: 'time of the revert / import, both with events out',
      measured: reverted / published,
      unit: '×',
      limit: 2,
    },
    { what: 'memory above the start', measured: memory, unit: 'MB', limit: 150 },
  ]);
  await bench.stop();
}

/** Times in ms: check, import, import until its events are published, revert. */
async function run(bench: BenchService, rows: number, mark: string) {
  const form = new FormData();
  form.set('file', new Blob([memberCsv(rows, mark)]), 'members.csv');
  const begun = performance.now();
  const answer = await bench.call('/members/imports/add', { method: 'POST', body: form });
  const { id } = (await answer.json()) as MemberImport;
  const reach = async (state: string) => {
    for (;;) {
      const job = (await (await bench.call(`/members/imports/${id}`)).json()) as MemberImport;
      if (job.state === state) return job;
      if (job.state === 'failed') throw new Error(JSON.stringify(job));
      await sleep(50);
    }
  };
  await reach('checked');
  const checked = performance.now() - begun;
  const started = performance.now();
  await bench.call(`/members/imports/${id}/run`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  const done = await reach('done');
  if (done.counts.add !== rows) throw new Error(JSON.stringify(done));
  const stored = performance.now() - started;
  const members = bench.database.collection('members');
  const pending = { 'pendingEvents.at': { $gt: '' } };
  const allPublished = async () => {
    while ((await members.countDocuments(pending, { limit: 1 })) > 0) await sleep(50);
  };
  await allPublished();
  const published = performance.now() - started;
  const revertBegun = performance.now();
  await bench.call(`/members/imports/${id}/revert`, { method: 'POST' });
  const back = await reach('reverted');
  if (back.reverted !== rows) throw new Error(JSON.stringify(back));
  await allPublished();
  return { checked, stored, published, reverted: performance.now() - revertBegun };
}

void main();
