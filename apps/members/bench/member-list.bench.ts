import type { MemberImport } from '@engawa/contracts';
import { setTimeout as sleep } from 'node:timers/promises';
import { forkBenchService, memberCsv, tell, type BenchService } from './bench-service';

interface MemberPage {
  nextCursor: string;
}

const ROUNDS = 200;
const WARM = 30;

/** Pages of the member list among few and among many members; the export of the many. */
async function main(): Promise<void> {
  const few = 1_000;
  const many = Number(process.argv[2] ?? 100_000);
  // Two installations, measured in turn, so that changes of the machine's speed affect both.
  const small = await forkBenchService();
  const bench = await forkBenchService();
  await add(small, few);
  await add(bench, many);
  for (const one of [small, bench]) await indexed(one);
  const queries = {
    'first page': '/members?limit=50',
    'next page': '/members?limit=50&cursor=',
    'by kana (たな)': `/members?limit=50&q=${encodeURIComponent('たな')}`,
    'by kanji (高橋)': `/members?limit=50&q=${encodeURIComponent('高橋')}`,
    'by romaji (watanabe)': '/members?limit=50&q=watanabe',
    'by a part of the first name (咲)': `/members?limit=50&q=${encodeURIComponent('咲')}`,
    'by a part of the company (1)': '/members?limit=50&q=1',
    'by a part of the memo (入会 77)': `/members?limit=50&q=${encodeURIComponent('入会 77')}`,
  };
  const amongFew: Record<string, number> = {};
  const amongMany: Record<string, number> = {};
  for (const [what, path] of Object.entries(queries)) {
    const [left, right] = await sideBySide(small, bench, path);
    amongFew[what] = left;
    amongMany[what] = right;
  }
  tell(
    'The member list',
    Object.keys(amongFew).flatMap((what) => [
      { what: `${what}, among ${few}`, measured: amongFew[what]!, unit: 'ms' },
      { what: `${what}, among ${many}`, measured: amongMany[what]!, unit: 'ms' },
      {
        what: `${what}, many / few`,
        measured: amongMany[what]! / amongFew[what]!,
        unit: '×',
        limit: 1.25,
      },
    ]),
  );

  const download = async () => {
    let bytes = 0;
    const exported = await bench.call('/members/csv');
    for await (const piece of exported.body as unknown as AsyncIterable<Uint8Array>) {
      bytes += piece.length;
    }
    return bytes / 1_048_576;
  };
  await download();
  const grown = await bench.memory();
  const begun = performance.now();
  const megabytes = await download();
  const seconds = (performance.now() - begun) / 1000;
  tell(`Export of ${many} members`, [
    { what: 'rows', measured: many / seconds, unit: '/s' },
    { what: 'size', measured: megabytes, unit: 'MB' },
    { what: 'memory above the start', measured: await grown(), unit: 'MB', limit: 50 },
  ]);
  await bench.stop();
  await small.stop();
}

/** Medians of the same query on both, in ms. */
async function sideBySide(
  small: BenchService,
  large: BenchService,
  path: string,
): Promise<[number, number]> {
  const asked = await Promise.all(
    [small, large].map(async (bench) => {
      if (!path.endsWith('cursor=')) return { bench, path, times: [] as number[] };
      const first = (await (await bench.call('/members?limit=50')).json()) as MemberPage;
      return { bench, path: path + first.nextCursor, times: [] as number[] };
    }),
  );
  for (let round = -WARM; round < ROUNDS; round += 1) {
    for (const one of asked) {
      const begun = performance.now();
      const answer = await one.bench.call(one.path);
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`${one.path}: ${answer.status}`);
      if (round >= 0) one.times.push(performance.now() - begun);
    }
  }
  const [left, right] = asked.map(({ times }) => times.sort((a, b) => a - b)[ROUNDS / 2]!);
  return [left!, right!];
}

/** Fewer changes than one packing run takes. */
const UNINDEXED = 64;

/** Waits until the imported members are in the index of the list's question. */
async function indexed(bench: BenchService): Promise<void> {
  const members = bench.database.collection('members');
  while ((await members.countDocuments({ unindexed: { $gt: '' } })) >= UNINDEXED) await sleep(200);
}

async function add(bench: BenchService, rows: number): Promise<void> {
  const form = new FormData();
  form.set('file', new Blob([memberCsv(rows)]), 'members.csv');
  const answer = await bench.call('/members/imports/add?dryRun=false&addDuplicates=true', {
    method: 'POST',
    body: form,
  });
  const { id } = (await answer.json()) as MemberImport;
  for (;;) {
    const job = (await (await bench.call(`/members/imports/${id}`)).json()) as MemberImport;
    if (job.state === 'done') return;
    if (job.state === 'failed') throw new Error(JSON.stringify(job));
    await sleep(50);
  }
}

void main();
