import { IdNumbers } from './id-numbers';
import { PairTable } from './pair-table.rules';

function rank(counts: readonly (readonly [string, string, number])[], limit: number) {
  const table = new PairTable(counts.length);
  const numbers = new IdNumbers();
  for (const [one, other, count] of counts) {
    table.add(numbers.numberOf(one), numbers.numberOf(other), count);
  }
  return table.ranked(limit, numbers);
}

it('ranks pairs by their total, equal ones by their ids', () => {
  const counts: [string, string, number][] = [];
  for (let n = 0; n < 500; n += 1) {
    counts.push([`a${(n * 7) % 11}`, `b${(n * 13) % 17}`, 1 + ((n * 5) % 4)]);
  }
  const totals = new Map<string, number>();
  for (const [one, other, count] of counts) {
    totals.set(`${one} ${other}`, (totals.get(`${one} ${other}`) ?? 0) + count);
  }
  const sorted = [...totals].sort(
    ([one, of], [other, more]) => more - of || (one < other ? -1 : 1),
  );
  for (const limit of [1, 10, 186, 187, 1_000]) {
    const ranked = rank(counts, limit);
    const found = ranked.map(({ between, total }) => [between.join(' '), total]);
    expect(found).toEqual(sorted.slice(0, limit));
  }
});

it('ranks nothing without pairs', () => {
  expect(rank([], 200)).toEqual([]);
});
