import { addDays, type Insights } from '@engawa/contracts';
import { dayParam, isDay } from '../../shared/address/day';
import { paths } from '../../shared/address/paths';
import { CHART_SERIES } from '../../shared/display/chart-palette';
import type { InsightsArgs } from './dashboard.api';

const DAY_MS = 86_400_000;

/** The dashboard's address; days in the space's time zone, inclusive. */
export interface DashboardAddress {
  from: string;
  until: string;
  unit: InsightsArgs['unit'];
  deactivated: boolean;
}

/** Days of a range, both ends included. */
export function lengthOf(from: string, until: string): number {
  return (Date.parse(until) - Date.parse(from)) / DAY_MS + 1;
}

/** The period that gives a readable number of bars. */
export function unitFor(from: string, until: string): InsightsArgs['unit'] {
  const days = lengthOf(from, until);
  if (days <= 45) return 'day';
  return days <= 200 ? 'week' : 'month';
}

/** Parses the address; default: the last 30 days. Invalid values count as absent. */
export function readDashboardAddress(params: URLSearchParams, today: string): DashboardAddress {
  let until = dayParam(params, 'until') ?? today;
  const usual = addDays(until, -29);
  let from = dayParam(params, 'from') ?? (isDay(usual) ? usual : until);
  if (from > until) [from, until] = [until, from];
  // The longest range that the server accepts.
  if (lengthOf(from, until) > 1_100) from = addDays(until, -1_099);
  const unit = params.get('unit');
  return {
    from,
    until,
    unit: unit === 'day' || unit === 'week' || unit === 'month' ? unit : unitFor(from, until),
    deactivated: params.get('deactivated') === '1',
  };
}

/** The last day of a period that starts on `first`, within the range. */
export function periodEnd(first: string, unit: InsightsArgs['unit'], until: string): string {
  let end = first;
  if (unit === 'week') {
    // Weeks start on Monday; the first one of a range may start later.
    const weekday = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7;
    end = addDays(first, 6 - weekday);
  } else if (unit === 'month') {
    const [year, month] = first.split('-').map(Number);
    end = new Date(Date.UTC(year ?? 0, month ?? 0, 0)).toISOString().slice(0, 10);
  }
  return end > until ? until : end;
}

/** Whether a day is a Saturday or Sunday. */
export function isWeekend(day: string): boolean {
  return new Date(`${day}T00:00:00Z`).getUTCDay() % 6 === 0;
}

/** The largest series, and the sum of all others. */
export function largestOf<Row extends { total: number; byPeriod: readonly number[] }>(
  rows: readonly Row[],
): { own: Row[]; others: { total: number; byPeriod: number[] } | null } {
  const sorted = [...rows].sort((one, other) => other.total - one.total);
  const rest = sorted.slice(CHART_SERIES);
  return {
    own: sorted.slice(0, CHART_SERIES),
    others:
      rest.length === 0
        ? null
        : {
            total: rest.reduce((sum, { total }) => sum + total, 0),
            byPeriod: rest[0]!.byPeriod.map((_, at) =>
              rest.reduce((sum, { byPeriod }) => sum + (byPeriod[at] ?? 0), 0),
            ),
          },
  };
}

/** Share of today's members who were talked with; null in a space without members. */
export function shareTalkedWith({ members, total }: Insights['talkedWith']): number | null {
  return members === 0 ? null : Math.min(1, total / members);
}

export type Trend = 'good' | 'bad' | 'none';

/** Whether a change for the better (above zero) or for the worse. */
export function trendOf(change: number): Trend {
  if (change === 0) return 'none';
  return change > 0 ? 'good' : 'bad';
}

/** The search page with the posts of a figure (INS-5). */
export function postsPath(filter: Readonly<Record<string, string | undefined>>): string {
  const params = new URLSearchParams({ kind: 'post' });
  for (const [name, value] of Object.entries(filter)) if (value) params.set(name, value);
  return `${paths.search}?${params.toString()}`;
}

/** The shown days as parameters of the search page. */
export function rangeOf({ from, until }: DashboardAddress): { from: string; until: string } {
  return { from, until };
}

/** The days of a period within the range. */
export function periodDays(
  first: string,
  { from, until, unit }: DashboardAddress,
): { from: string; until: string } {
  return { from: first < from ? from : first, until: periodEnd(first, unit, until) };
}

export interface Week {
  /** First day within the range. */
  from: string;
  until: string;
  total: number;
  /** From Monday; null outside of the range. */
  days: ({ day: string; count: number } | null)[];
}

/** The weeks of a range with the posts of each day. */
export function weeksOf(
  { from, until }: Pick<DashboardAddress, 'from' | 'until'>,
  byDay: readonly number[],
): Week[] {
  const weeks: Week[] = [];
  byDay.slice(0, lengthOf(from, until)).forEach((count, at) => {
    const day = addDays(from, at);
    const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
    let week = weeks.at(-1);
    if (!week || weekday === 0) {
      week = { from: day, until: day, total: 0, days: Array.from({ length: 7 }, () => null) };
      weeks.push(week);
    }
    week.until = day;
    week.total += count;
    week.days[weekday] = { day, count };
  });
  return weeks;
}
