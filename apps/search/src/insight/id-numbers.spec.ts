import { IdNumbers } from './id-numbers';
import type { MonthFigures } from './month-figures.rules';

const none = new Uint32Array(0);

function monthOf(...ids: string[]): MonthFigures {
  return { days: [], ids, counts: none, pairs: none, pairLabels: none };
}

it('gives an id the same number in all months, and knows the order of the ids', () => {
  const numbers = new IdNumbers();
  const first = monthOf('c', 'a');
  expect([...numbers.ofMonth(first)]).toEqual([0, 1]);
  expect([...numbers.places]).toEqual([1, 0]);
  expect([...numbers.ofMonth(monthOf('a', 'b', 'c'))]).toEqual([1, 2, 0]);
  expect([...numbers.places]).toEqual([2, 0, 1]);
  expect(numbers.ofMonth(first)).toBe(numbers.ofMonth(first));
  expect(numbers.ids).toEqual(['c', 'a', 'b']);
});
