import type { MemberDayKind } from '@engawa/contracts';
import { memberDayFields, memberDaysOf, rangesOf } from './member-day.rules';

const member = (days: Partial<Record<'birthday' | 'memberSince' | 'contractUntil', string>>) => ({
  id: 'm',
  ...memberDayFields({
    deleted: false,
    days: { birthday: null, memberSince: null, contractUntil: null, ...days },
  } as never),
});
const shown = (kind: MemberDayKind, one: ReturnType<typeof member>, today: string) =>
  memberDaysOf(kind, [one], today).map(({ day, years }) => [day, years]);
/** Whether the query of this day reads what is stored. */
const reads = (kind: MemberDayKind, stored: string, today: string) =>
  rangesOf(kind, today).some(({ first, last }) => first <= stored && stored <= last);

it('keeps 29 February on the 28th in a year without it', () => {
  const leapling = member({ birthday: '02-29' });
  expect(shown('birthday', leapling, '2027-02-21')).toEqual([['2027-02-28', null]]);
  expect(reads('birthday', '02-29', '2027-02-21')).toBe(true);
  expect(shown('birthday', leapling, '2028-02-22')).toEqual([['2028-02-29', null]]);
  expect(reads('birthday', '02-29', '2028-02-22')).toBe(true);
  // The 28th of a leap year is not the end of February.
  expect(shown('birthday', leapling, '2028-02-21')).toEqual([]);
  expect(shown('birthday', leapling, '2027-03-01')).toEqual([]);
});

it('looks over the end of the year', () => {
  expect(rangesOf('birthday', '2026-12-28')).toEqual([
    { first: '12-28', last: '12-31' },
    { first: '01-01', last: '01-04' },
  ]);
  expect(shown('birthday', member({ birthday: '01-04' }), '2026-12-28')).toEqual([
    ['2027-01-04', null],
  ]);
  expect(shown('anniversary', member({ memberSince: '2020-01-01' }), '2026-12-28')).toEqual([
    ['2027-01-01', 7],
  ]);
});

it('reads what it shows, on every day of two years', () => {
  for (let at = Date.UTC(2027, 0, 1); at < Date.UTC(2029, 0, 1); at += 86_400_000) {
    const today = new Date(at).toISOString().slice(0, 10);
    for (const stored of ['01-01', '02-28', '02-29', '03-01', '12-31']) {
      if (shown('birthday', member({ birthday: stored }), today).length > 0) {
        expect([today, stored, reads('birthday', stored, today)]).toEqual([today, stored, true]);
      }
    }
  }
});

it('has no anniversary on the day of joining or before it, and no contract that has ended', () => {
  expect(shown('anniversary', member({ memberSince: '2026-11-23' }), '2026-11-23')).toEqual([]);
  expect(shown('anniversary', member({ memberSince: '2030-11-25' }), '2026-11-23')).toEqual([]);
  expect(shown('contractEnd', member({ contractUntil: '2026-11-22' }), '2026-11-23')).toEqual([]);
  expect(shown('contractEnd', member({ contractUntil: '2026-11-30' }), '2026-11-23')).toEqual([
    ['2026-11-30', null],
  ]);
});
