import { readFilter } from './filter-address';

describe('the filter of the timeline', () => {
  it.each([
    ['2026-02-28', '2026-02-28'],
    ['2028-02-29', '2028-02-29'],
    ['1000-01-01', '1000-01-01'],
    ['2026-02-30', ''],
    ['2026-02-29', ''],
    ['2026-13-01', ''],
    ['0999-01-01', ''],
    ['2026-2-3', ''],
    ['x', ''],
  ])('reads the day %s as "%s"', (given, read) => {
    const { from, until } = readFilter(new URLSearchParams({ from: given, until: given }));
    expect([from, until]).toEqual([read, read]);
  });
});
