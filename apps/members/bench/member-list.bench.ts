import type { CustomField, MemberImport } from '@engawa/contracts';
import { setTimeout as sleep } from 'node:timers/promises';
import { customSortField, customSortKeys } from '../src/custom-field/custom-field-sort.rules';
import { forkBenchService, memberCsv, printFigures, type BenchService } from './bench-service';

interface MemberPage {
  nextCursor: string;
}

const ROUNDS = 200;
const WARM = 30;
/** Sorted first pages among many members, by the time among few; pages of answers to a question. */
const LIMIT_SORTED = 1.2;
const LIMIT_FOUND = 1.25;
/** Stands for the id of the space's own field. */
const FIELD = ':field:';

/** Pages of the member list among few and among many members; the export of the many. */
async function main(): Promise<void> {
  // So many that a row of the kana table is as long as the list counts (1,000).
  const few = 10_000;
  const many = Number(process.argv[2] ?? 100_000);
  // Two installations, measured in turn, so that changes of the machine's speed affect both.
  const small = await forkBenchService();
  const bench = await forkBenchService();
  await add(small, few);
  await add(bench, many);
  for (const one of [small, bench]) await indexed(one);
  const fieldIds = new Map<BenchService, string>();
  for (const one of [small, bench]) {
    fieldIds.set(one, await addField(one));
    await giveFigures(one);
  }
  const queries: Record<string, string> = {
    'first page': '/members?limit=50',
    'next page': '/members?limit=50&cursor=',
    'sorted by last talk': '/members?limit=50&sort=lastTalk',
    'sorted by posts': '/members?limit=50&sort=posts&order=desc',
    'sorted by open issues': '/members?limit=50&sort=openIssues&order=desc',
    'sorted by member since': '/members?limit=50&sort=memberSince',
    'sorted by kana, descending': '/members?limit=50&sort=kana&order=desc',
    'sorted by a custom field': `/members?limit=50&sort=custom:${FIELD}`,
    'a row of the kana table': '/members?limit=50&kanaRow=ta',
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
    const [left, right] = await sideBySide([small, bench], path, fieldIds);
    amongFew[what] = left;
    amongMany[what] = right;
  }
  printFigures(
    'The member list',
    Object.keys(amongFew).flatMap((what) => [
      { what: `${what}, among ${few}`, measured: amongFew[what]!, unit: 'ms' },
      { what: `${what}, among ${many}`, measured: amongMany[what]!, unit: 'ms' },
      {
        what: `${what}, many / few`,
        measured: amongMany[what]! / amongFew[what]!,
        unit: '×',
        limit: queries[what]!.includes('&q=') ? LIMIT_FOUND : LIMIT_SORTED,
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
  printFigures(`Export of ${many} members`, [
    { what: 'rows', measured: many / seconds, unit: '/s' },
    { what: 'size', measured: megabytes, unit: 'MB' },
    { what: 'memory above the start', measured: await grown(), unit: 'MB', limit: 50 },
  ]);
  await bench.stop();
  await small.stop();
}

/** Medians of the same query on both, in ms. */
async function sideBySide(
  services: readonly BenchService[],
  template: string,
  fieldIds: ReadonlyMap<BenchService, string>,
): Promise<[number, number]> {
  const asked = await Promise.all(
    services.map(async (bench) => {
      const path = template.replace(FIELD, fieldIds.get(bench)!);
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

/** A text field of the space's own, with a value of every second member. */
async function addField(bench: BenchService): Promise<string> {
  const answer = await bench.call('/custom-fields', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'ロッカー', kind: 'text' }),
  });
  if (answer.status !== 201) throw new Error(`/custom-fields: ${answer.status}`);
  const { id, name, kind } = (await answer.json()) as CustomField;
  const value = 'A-12';
  const field = { id, name, kind, choices: [], version: 1, slot: 0 };
  const members = bench.database.collection('members');
  await members.updateMany(
    { sortKey: { $lt: '0た' } },
    {
      $set: {
        [`customFields.${id}`]: value,
        [customSortField(0)]: customSortKeys([field], { [id]: value })['s0'],
      },
    },
  );
  return id;
}

/** Members with and without a value, as in a space that is in use. */
async function giveFigures(bench: BenchService): Promise<void> {
  const members = bench.database.collection('members');
  const talked = { $set: { lastTalkedAt: new Date('2026-11-01'), posts: 3, openIssues: 1 } };
  await members.updateMany({ sortKey: { $lt: '0な' } }, talked);
  await members.updateMany({ sortKey: { $lt: '0さ' } }, { $set: { memberSince: '2024-04-01' } });
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
