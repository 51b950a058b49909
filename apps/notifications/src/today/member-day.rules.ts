import {
  addDays,
  MEMBER_DAYS_AHEAD,
  yearlyDay,
  type DataOf,
  type events,
  type MemberDayKind,
} from '@engawa/contracts';
import type { MemberDayDocument } from './member-day.schema';

type MemberFacts = DataOf<typeof events.memberUpdated>;
export type MemberDayFields = Pick<
  MemberDayDocument,
  'birthday' | 'anniversary' | 'sinceYear' | 'contractEnd'
>;

/** Stored values from `first` to `last`, both included. */
export interface DayRange {
  first: string;
  last: string;
}

export interface MemberDay {
  memberId: string;
  kind: MemberDayKind;
  day: string;
  years: number | null;
}

const LEAP_DAY = '02-29';
const YEAR_END: DayRange = { first: '01-01', last: '12-31' };
/** Position of the month in a day, after year and hyphen. */
const MONTH_AT = 5;

/** The stored days of a member, from the facts of an event. */
export function memberDayFields({ deleted, days }: MemberFacts): MemberDayFields {
  if (deleted || !days) {
    return { birthday: null, anniversary: null, sinceYear: null, contractEnd: null };
  }
  const { birthday, memberSince, contractUntil } = days;
  return {
    birthday,
    anniversary: memberSince && memberSince.slice(MONTH_AT),
    sinceYear: memberSince === null ? null : Number(memberSince.slice(0, MONTH_AT - 1)),
    contractEnd: contractUntil,
  };
}

/** The stored values of the days from today on: two ranges where a year ends between them. */
export function rangesOf(kind: MemberDayKind, today: string): DayRange[] {
  const end = addDays(today, MEMBER_DAYS_AHEAD);
  if (kind === 'contractEnd') return [{ first: today, last: end }];
  const [first, last] = [today.slice(MONTH_AT), end.slice(MONTH_AT)];
  if (first > last) {
    return [
      { first, last: YEAR_END.last },
      { first: YEAR_END.first, last },
    ];
  }
  // In a year without 29 February it is kept on the 28th.
  const year = Number(end.slice(0, MONTH_AT - 1));
  return [{ first, last: yearlyDay(year, LEAP_DAY) === end ? LEAP_DAY : last }];
}

/** The days of one kind that lie ahead, of these members. */
export function memberDaysOf(
  kind: MemberDayKind,
  documents: readonly (MemberDayFields & { id: string })[],
  today: string,
): MemberDay[] {
  const end = addDays(today, MEMBER_DAYS_AHEAD);
  return documents.flatMap((one): MemberDay[] => {
    const day = occurrenceOf(kind, one, today);
    if (day === null || day > end) return [];
    if (kind !== 'anniversary') return [{ memberId: one.id, kind, day, years: null }];
    // Nobody has one on the day of joining, or before it.
    const years = Number(day.slice(0, MONTH_AT - 1)) - (one.sinceYear ?? 0);
    return years > 0 ? [{ memberId: one.id, kind, day, years }] : [];
  });
}

/** The nearest first. */
export function byDay(days: readonly MemberDay[]): MemberDay[] {
  return [...days].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
}

/** The first day from today on; null if there is none. */
function occurrenceOf(kind: MemberDayKind, of: MemberDayFields, today: string): string | null {
  const stored = of[kind];
  if (stored === null) return null;
  if (kind === 'contractEnd') return stored >= today ? stored : null;
  const year = Number(today.slice(0, MONTH_AT - 1));
  const inThisYear = yearlyDay(year, stored);
  return inThisYear >= today ? inThisYear : yearlyDay(year + 1, stored);
}
