import fc from 'fast-check';
import { doc, int32 } from './bson/bson-value';
import { atOnce, PAUSE, pausingSort } from './pause';
import { parseSort, Sorter } from './query/sort-order';

const items = fc
  .array(fc.nat(400), { minLength: 0, maxLength: 3000, size: 'max' })
  .map((keys) => keys.map((key, place) => ({ key, place })));
const byKey = (a: { key: number }, b: { key: number }): number => a.key - b.key;

describe('pausingSort', () => {
  it('orders as a stable sort does', () => {
    fc.assert(
      fc.property(items, (given) => {
        expect(atOnce(pausingSort([...given], byKey))).toEqual(given.toSorted(byKey));
      }),
      { numRuns: 50 },
    );
  });

  it('pauses when there is much to do', () => {
    const many = Array.from({ length: 200_000 }, (_, place) => ({ key: -place, place }));
    const steps = [...pausingSort(many, byKey)];
    expect(steps.length).toBeGreaterThan(3);
    expect(new Set(steps)).toEqual(new Set([PAUSE]));
  });
});

describe('Sorter', () => {
  it('keeps the first of a limit, in the order in which they came where they are equal', () => {
    fc.assert(
      fc.property(items, fc.nat(50), (given, limit) => {
        const sorter = new Sorter<(typeof given)[number]>(parseSort(doc({ key: int32(1) })), limit);
        for (const item of given) sorter.add(doc({ key: int32(item.key) }), item, 1);
        const sorted = given.toSorted(byKey);
        expect(atOnce(sorter.finish()).map(({ item }) => item)).toEqual(
          limit > 0 ? sorted.slice(0, limit) : sorted,
        );
      }),
      { numRuns: 50 },
    );
  });
});
