import { IdNumbers } from './id-numbers';
import { MemberTable } from './member-table.rules';
import { joinDays } from './month-figures.rules';

const day = (id: string, ...members: [string, number][]) => ({
  ...({ id, version: 1, posts: 1 } as Parameters<typeof joinDays>[2][number]),
  ...{ labels: [], staffs: [{ id: 'staff', count: 9 }], issuesOpened: [], issuesSolved: [] },
  ...{ pairs: [], pairLabels: [], members: members.map(([id, count]) => ({ id, count })) },
});

describe('the table of members', () => {
  it('has totals, and the counts by period of the first members', async () => {
    const month = joinDays(
      undefined,
      [],
      [
        day('2026-11-01', ['a', 2], ['b', 1]),
        day('2026-11-02', ['c', 4]),
        day('2026-11-03', ['b', 1], ['d', 9]),
      ],
    );
    // The third day is out of the range.
    const periods = [undefined, 0, 1];
    const numbers = new IdNumbers();
    numbers.ofMonth(month);
    expect(numbers.numberOf('only in a pair')).toBe(numbers.ids.length - 1);
    const table = new MemberTable(numbers, 2);
    for (const [id, period, count] of [
      ['a', 0, 2],
      ['b', 0, 1],
      ['c', 1, 4],
    ] as const) {
      table.add(numbers.numberOf(id), period, count);
    }
    // Staff and members without a talk in the range have numbers, too.
    expect(table.talkedWith()).toEqual(['a', 'b', 'c']);
    expect([table.totalOf('c'), table.totalOf('nobody')]).toEqual([4, 0]);
    expect(await table.top(2, [[month, periods]])).toEqual([
      { id: 'c', total: 4, byPeriod: [0, 4] },
      { id: 'a', total: 2, byPeriod: [2, 0] },
    ]);
  });

  it('counts each member once in each of many periods', () => {
    const periods = 100;
    const numbers = new IdNumbers();
    for (let member = 0; member < 3_000; member += 1) numbers.numberOf(`m${member}`);
    const table = new MemberTable(numbers, periods);
    const expected = new Array<number>(periods).fill(0);
    for (let member = 0; member < 3_000; member += 1) {
      const number = numbers.numberOf(`m${member}`);
      const talked = [member % periods, (member * 31) % periods, 31, 63, 99];
      for (const period of [...talked, ...talked]) table.add(number, period, 1);
      for (const period of new Set(talked)) expected[period]! += 1;
    }
    const counted = new Array<number>(periods).fill(0);
    table.each((_id, total, number) => {
      expect(total).toBe(10);
      table.addPeriods(number, counted);
    });
    expect(counted).toEqual(expected);
  });
});
