import type { PostImportRow } from '@engawa/contracts';
import { ImportChunkRepository } from '@engawa/imports';
import { explainOf, newId } from '@engawa/persistence';
import type { TestService } from '@engawa/testing';
import { startTimeline } from '../timeline.fixture';
import { CHUNK_ROWS } from './import.schema';

const space = 'space-a';
/** More chunks than one read returns. */
const CHUNKS = 23;

let service: TestService;
let chunks: ImportChunkRepository<PostImportRow>;

beforeAll(async () => {
  service = await startTimeline();
  chunks = service.running.app.get<ImportChunkRepository<PostImportRow>>(ImportChunkRepository);
});
afterAll(() => service?.stop());

const rowOf = (row: number, value = ''): PostImportRow => ({
  row,
  line: row + 1,
  problems: [{ column: 'members', reason: 'unknown-member', value }],
});
const keep = (importId: string, phase: 'check' | 'run', index: number, rows: PostImportRow[]) =>
  chunks.keep(space, { importId, phase, index, rows });

async function rowsOf(id: string, state = 'checked', afterRow = 0): Promise<PostImportRow[]> {
  const found: PostImportRow[] = [];
  for await (const row of chunks.findRows({ space, id, state }, afterRow)) found.push(row);
  return found;
}

it('replaces the rows of a step when it is repeated, also by none', async () => {
  const id = newId();
  await keep(id, 'check', 0, []);
  expect(await rowsOf(id)).toEqual([]);
  await keep(id, 'check', 0, [rowOf(1), rowOf(2)]);
  await keep(id, 'check', 0, [rowOf(2)]);
  expect(await rowsOf(id)).toEqual([rowOf(2)]);
  await keep(id, 'check', 0, []);
  expect(await rowsOf(id)).toEqual([]);
});

it('finds all rows in their order however many chunks there are, and those behind a row', async () => {
  const id = newId();
  const numbers = Array.from({ length: CHUNKS }, (_, index) => index * CHUNK_ROWS + 1);
  for (const [index, row] of numbers.entries()) {
    await keep(id, 'check', index, [rowOf(row), rowOf(row + 1)]);
  }
  const all = numbers.flatMap((row) => [row, row + 1]);
  expect((await rowsOf(id)).map(({ row }) => row)).toEqual(all);
  const behind = 7 * CHUNK_ROWS + 1;
  const after = (await rowsOf(id, 'checked', behind)).map(({ row }) => row);
  expect(after).toEqual(all.filter((row) => row > behind));
});

it('separates rows of the check, of the run and of another import', async () => {
  const [id, other] = [newId(), newId()];
  await keep(id, 'check', 0, [rowOf(1)]);
  await keep(id, 'run', 0, [rowOf(2)]);
  await keep(other, 'run', 0, [rowOf(3)]);
  expect(await rowsOf(id, 'checking')).toEqual([rowOf(1)]);
  for (const state of ['running', 'done', 'failed']) {
    expect(await rowsOf(id, state)).toEqual([rowOf(2)]);
  }
});

it('rewrites the rows that are concerned and no others, and says whether there were any', async () => {
  const id = newId();
  await keep(id, 'check', 0, [rowOf(1, '佐藤'), rowOf(2, '鈴木')]);
  await keep(id, 'run', 0, [rowOf(3, '佐藤')]);
  const remove = (name: string) =>
    chunks.rewriteRows({ space, id }, (row) =>
      row.problems[0]!.value === name ? rowOf(row.row, '■') : row,
    );
  expect(await remove('高橋')).toBe(false);
  expect(await remove('佐藤')).toBe(true);
  expect(await rowsOf(id)).toEqual([rowOf(1, '■'), rowOf(2, '鈴木')]);
  expect(await rowsOf(id, 'done')).toEqual([rowOf(3, '■')]);
});

it('reads the chunks of an import from an index', async () => {
  const query = chunks['query'](
    space,
    { importId: newId(), phase: 'check', index: { $gte: 0 } },
    { sort: { index: 1 }, limit: 10 },
  );
  const plan = await explainOf(query as never);
  expect(plan.stages).toContain('IXSCAN');
  expect(plan.stages).not.toContain('SORT');
});
