import type { InsightsWish } from './dashboard.api';

const DAY = 86_400_000;
const day = /^\d{4}-\d{2}-\d{2}$/;

/** What the dashboard shows, as its address says it; days of the space, both included. */
export interface DashboardAddress {
  from: string;
  until: string;
  unit: InsightsWish['unit'];
  deactivated: boolean;
}

/** The calendar day of an instant, `YYYY-MM-DD`, in a time zone. */
export function dayIn(timeZone: string, at: number): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(at);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

/** A day some days later (or earlier, when negative). */
export function addDays(from: string, days: number): string {
  return new Date(Date.parse(`${from}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
}

/** Days of a range, both ends included. */
export function lengthOf(from: string, until: string): number {
  return (Date.parse(until) - Date.parse(from)) / DAY + 1;
}

/** Periods short enough to tell something, few enough to read. */
export function unitFor(from: string, until: string): InsightsWish['unit'] {
  const days = lengthOf(from, until);
  if (days <= 45) return 'day';
  return days <= 200 ? 'week' : 'month';
}

/** Reads the address; without a range the last 30 days. Nonsense counts as absent. */
export function readDashboardAddress(params: URLSearchParams, today: string): DashboardAddress {
  const dayOf = (name: string) => {
    const value = params.get(name) ?? '';
    return day.test(value) && Number.isFinite(Date.parse(value)) ? value : null;
  };
  let until = dayOf('until') ?? today;
  let from = dayOf('from') ?? addDays(until, -29);
  if (from > until) [from, until] = [until, from];
  // The longest range that the server takes.
  if (lengthOf(from, until) > 1_100) from = addDays(until, -1_099);
  const unit = params.get('unit');
  return {
    from,
    until,
    unit: unit === 'day' || unit === 'week' || unit === 'month' ? unit : unitFor(from, until),
    deactivated: params.get('deactivated') === '1',
  };
}

/** The last day of a period that begins on `first`, within the range. */
export function periodEnd(first: string, unit: InsightsWish['unit'], until: string): string {
  let end = first;
  if (unit === 'week') {
    // Weeks begin on Monday; the first one of a range may begin later.
    const weekday = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7;
    end = addDays(first, 6 - weekday);
  } else if (unit === 'month') {
    const [year, month] = first.split('-').map(Number);
    end = new Date(Date.UTC(year ?? 0, month ?? 0, 0)).toISOString().slice(0, 10);
  }
  return end > until ? until : end;
}
