import type { InsightDayDocument } from './insight.schema';
import {
  countedLists,
  dayOfMonth,
  eachCount,
  eachPair,
  eachPairLabel,
  joinDays,
} from './month-figures.rules';
import type { MonthFigures } from './month-figures.rules';

function day(id: string, version: number, members: Record<string, number>): InsightDayDocument {
  const ids = Object.keys(members).sort();
  const counted = Object.entries(members).map(([member, count]) => ({ id: member, count }));
  return {
    ...{ id, space: 'a', version, createdAt: new Date(0), updatedAt: new Date(0) },
    ...{ posts: version, unlabelled: 1, openedPosts: 2, solvedPosts: 3, revision: 4 },
    ...{ openChange: -1, solvedAfter: [5, 6], countedAt: new Date(version) },
    ...{ labels: [{ id: 'l', count: 1 }], staffs: [{ id: 's', count: version }], members: counted },
    ...{ issuesOpened: [{ id: 'l', count: 2 }], issuesSolved: [] },
    pairs: [{ id: `${ids[0]} ${ids[1]}`, count: version }],
    pairLabels: [{ id: `${ids[0]} ${ids[1]} l`, count: version }],
  };
}

/** All counts with the names of lists and things. */
function read(month: MonthFigures): string[] {
  const found: string[] = [];
  eachCount(month, (list, at, id, count) => {
    found.push(`${at} ${countedLists[list]} ${month.ids[id]} ${count}`);
  });
  eachPair(month, (at, one, other, count) => {
    found.push(`${at} ${month.ids[one]} ${month.ids[other]} ${count}`);
  });
  eachPairLabel(month, (at, one, other, label, count) => {
    found.push(`${at} ${month.ids[one]} ${month.ids[other]} ${month.ids[label]} ${count}`);
  });
  return found.sort();
}

it('keeps every count of the days', () => {
  const month = joinDays(undefined, [], [day('2026-06-31', 7, { m1: 1, m2: 65_536 })]);
  expect(read(month)).toEqual([
    '31 issuesOpened l 2',
    '31 labels l 1',
    '31 m1 m2 7',
    '31 m1 m2 l 7',
    '31 members m1 1',
    '31 members m2 65536',
    '31 staffs s 7',
  ]);
  expect(month.days).toEqual([
    {
      ...{ id: '2026-06-31', version: 7, countedAt: new Date(7), posts: 7, unlabelled: 1 },
      ...{ openedPosts: 2, solvedPosts: 3, openChange: -1, solvedAfter: [5, 6] },
    },
  ]);
  expect(dayOfMonth('2026-06-09')).toBe(9);
});

it('replaces changed days, drops days that are gone, and forgets ids that nothing names', () => {
  const [first, second, third] = [
    day('2026-06-01', 1, { m1: 1, m2: 2 }),
    day('2026-06-02', 1, { m2: 1, m3: 1 }),
    day('2026-06-03', 1, { gone: 1, m4: 1 }),
  ] as const;
  const before = joinDays(undefined, [], [first, second, third]);
  const changed = day('2026-06-02', 2, { m5: 4, m1: 1 });
  const after = joinDays(before, [before.days[0]!], [changed]);
  const expected = joinDays(undefined, [], [first, changed]);
  expect(read(after)).toEqual(read(expected));
  expect(after.days).toEqual(expected.days);
  expect(after.ids).not.toContain('gone');
});
