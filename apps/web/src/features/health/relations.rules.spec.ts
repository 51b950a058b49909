import type { MemberRelation, Relations } from '@engawa/contracts';
import {
  coloursOf,
  daysOf,
  dotsOf,
  dotSize,
  legendOf,
  rankedStaffs,
  rowsInSight,
} from './relations.rules';

const row = (talks: number[], by: (number | null)[], openIssues: number[] = []) =>
  ({ talks, by, openIssues }) as unknown as MemberRelation;

describe('the picture of relations', () => {
  it('gives the five who talked most a colour each, and the others one', () => {
    const items = [row([1, 9, 3, 4, 5, 6, 2], [0, 1, 2, 3, 4, 5, 6])];
    const staffs = Array.from({ length: 7 }, () => ({}));
    const ranked = rankedStaffs({ items, staffs } as unknown as Relations);
    expect(ranked).toEqual([1, 5, 4, 3, 2, 6, 0]);
    const colours = coloursOf(ranked, ['a', 'b', 'c', 'd', 'e', 'x']);
    expect(colours).toEqual(['x', 'a', 'e', 'd', 'c', 'b', 'x']);
    expect(legendOf(ranked)).toEqual({ named: [1, 5, 4, 3, 2], hasOthers: true });
  });

  it('draws a dot for each month with a talk', () => {
    expect(dotsOf([row([0, 2], [null, 1], [0, 1]), row([3, 0], [0, null])])).toEqual([
      [1, 0, 2, 1, 1],
      [0, 1, 3, 0, 0],
    ]);
    expect(dotSize(1)).toBeLessThan(dotSize(4));
    expect(dotSize(10_000)).toBe(22);
  });

  it('draws only the rows in sight', () => {
    expect(rowsInSight(0, 560, 28, 2_000)).toEqual({ from: 0, to: 21 });
    expect(rowsInSight(28_005, 560, 28, 2_000)).toEqual({ from: 1_000, to: 1_021 });
    expect(rowsInSight(55_500, 560, 28, 2_000)).toEqual({ from: 1_982, to: 2_000 });
    expect(rowsInSight(0, 560, 28, 0)).toEqual({ from: 0, to: 0 });
  });

  it('knows the days of a month', () => {
    expect(daysOf('2028-02')).toEqual({ from: '2028-02-01', until: '2028-02-29' });
    expect(daysOf('2026-12')).toEqual({ from: '2026-12-01', until: '2026-12-31' });
  });
});
