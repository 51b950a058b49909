import type { MonthFigures } from './month-figures.rules';
import { MonthMemory } from './month-memory';

const MEGABYTE = 1_048_576;

function monthOf(bytes: number): MonthFigures {
  const none = new Uint32Array(0);
  return { days: [], ids: [], counts: new Uint32Array(bytes / 4), pairs: none, pairLabels: none };
}

it('drops the months that were not read for the longest time', () => {
  const memory = new MonthMemory();
  const [one, two, three] = [monthOf(12 * MEGABYTE), monthOf(12 * MEGABYTE), monthOf(MEGABYTE)];
  memory.keep('a', '2026-01', one);
  memory.keep('b', '2026-01', two);
  memory.keep('a', '2026-02', three);
  expect(memory.get('a', '2026-01')).toBe(one);
  memory.keep('a', '2026-03', monthOf(12 * MEGABYTE));
  expect(memory.get('b', '2026-01')).toBeUndefined();
  expect(memory.get('a', '2026-01')).toBe(one);
  expect(memory.get('a', '2026-02')).toBe(three);
});

it('counts a month that changed once', () => {
  const memory = new MonthMemory();
  const other = monthOf(4 * MEGABYTE);
  memory.keep('a', '2026-01', other);
  for (let n = 0; n < 10; n += 1) memory.keep('a', '2026-02', monthOf(12 * MEGABYTE));
  expect(memory.get('a', '2026-01')).toBe(other);
});
