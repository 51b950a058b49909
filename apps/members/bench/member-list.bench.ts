import type { MemberImport } from '@engawa/contracts';
import { setTimeout as sleep } from 'node:timers/promises';
import { forkBenchService, memberCsv, tell, type BenchService } from './bench-service';

/** Pages of the member list among few and among many members; the export of the many. */
async function main(): Promise<void> {
  const few = 1_000;
  const many = Number(process.argv[2] ?? 100_000);
  const bench = await forkBenchService();
  const queries = {
    'first page': '/members?limit=50',
    'by kana (たな)': `/members?limit=50&q=${encodeURIComponent('たな')}`,
    'by kanji (高橋)': `/members?limit=50&q=${encodeURIComponent('高橋')}`,
    'by romaji (watanabe)': '/members?limit=50&q=watanabe',
    'by company (9製)': `/members?limit=50&q=${encodeURIComponent('99')}`,
  };
  const measure = async (path: string) => {
    const times: number[] = [];
    for (let n = 0; n < 60; n += 1) {
      const begun = performance.now();
      const answer = await bench.call(path);
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
      if (n >= 10) times.push(performance.now() - begun);
    }
    return times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!;
  };
  const all = async () => {
    const taken: Record<string, number> = {};
    for (const [what, path] of Object.entries(queries)) taken[what] = await measure(path);
    const first = (await (await bench.call(queries['first page'])).json()) as {
      nextCursor: string;
    };
    taken['next page'] = await measure(`/members?limit=50&cursor=${first.nextCursor}`);
    return taken;
  };
  await add(bench, few);
  const amongFew = await all();
  await add(bench, many - few);
  const amongMany = await all();
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
