import { instantOf } from '@engawa/contracts';
import type { IntlShape } from 'react-intl';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** `2026年11月21日 14:30` or `November 21, 2026 at 2:30 PM`. */
export function exactDateTime(intl: IntlShape, at: string | number | Date): string {
  const date = new Date(at);
  if (intl.locale.startsWith('ja')) {
    return `${intl.formatDate(date, { year: 'numeric', month: 'long', day: 'numeric' })} ${intl.formatTime(date, { hour: 'numeric', minute: '2-digit', hour12: false })}`;
  }
  return `${intl.formatDate(date, { year: 'numeric', month: 'long', day: 'numeric' })} at ${intl.formatTime(date, { hour: 'numeric', minute: '2-digit' })}`;
}

/** A short date; the year only if it is another one. */
export function shortDate(intl: IntlShape, at: string | number | Date, now = Date.now()): string {
  const date = new Date(at);
  const sameYear =
    intl.formatDate(date, { year: 'numeric' }) === intl.formatDate(now, { year: 'numeric' });
  return intl.formatDate(date, {
    year: sameYear ? undefined : 'numeric',
    month: 'short',
    day: 'numeric',
  });
}

/** Whole days since then; 0 for what is ahead. */
export function daysSince(at: string, now: number): number {
  return Math.max(0, Math.floor((now - Date.parse(at)) / DAY_MS));
}

/** `14:30` or `2:30 PM`. */
export function clockTime(intl: IntlShape, at: string | number | Date): string {
  return intl.formatTime(new Date(at), {
    hour: 'numeric',
    minute: '2-digit',
    hour12: !intl.locale.startsWith('ja'),
  });
}

/** `11月21日(土)` or `Saturday, November 21`; the year only if it is another one. */
export function dayHeading(intl: IntlShape, at: string | number | Date, now = Date.now()): string {
  const date = new Date(at);
  const year = (of: number | Date) => intl.formatDate(of, { year: 'numeric' });
  const options = {
    year: year(date) === year(now) ? undefined : 'numeric',
    month: 'long',
    day: 'numeric',
  } as const;
  if (intl.locale.startsWith('ja')) {
    return `${intl.formatDate(date, options)}(${intl.formatDate(date, { weekday: 'short' })})`;
  }
  return intl.formatDate(date, { ...options, weekday: 'long' });
}

/**
 * The time of a post below the heading of its day: relative within the last hour, else the clock
 * time.
 */
export function timeOfDay(intl: IntlShape, at: string | number | Date, now = Date.now()): string {
  const past = now - new Date(at).getTime();
  return past >= 0 && past < HOUR_MS ? relativeTime(intl, at, now) : clockTime(intl, at);
}

/** A relative time; after a week the date. `narrow` for places with little room: `5m ago`. */
export function relativeTime(
  intl: IntlShape,
  at: string | number | Date,
  now = Date.now(),
  style: 'long' | 'narrow' = 'long',
): string {
  const past = now - new Date(at).getTime();
  const ahead = past < 0;
  const size = Math.abs(past);
  const format = (value: number, unit: 'second' | 'minute' | 'hour' | 'day') => {
    const words = intl.formatRelativeTime(ahead ? value : -value, unit, {
      numeric: 'auto',
      style,
    });
    // Japanese has no space between number and counter.
    return intl.locale.startsWith('ja') ? words.replaceAll(' ', '') : words;
  };
  if (size < MINUTE_MS) return intl.locale.startsWith('ja') ? 'たった今' : format(0, 'second');
  if (size < HOUR_MS) return format(Math.floor(size / MINUTE_MS), 'minute');
  if (size < DAY_MS) return format(Math.floor(size / HOUR_MS), 'hour');
  if (size < 7 * DAY_MS) return format(Math.floor(size / DAY_MS), 'day');
  return shortDate(intl, at, now);
}

/** Milliseconds until {@link relativeTime} may change. */
export function relativeTimeLife(at: string | number | Date, now = Date.now()): number {
  const size = Math.abs(now - new Date(at).getTime());
  if (size < HOUR_MS) return MINUTE_MS - (size % MINUTE_MS) + 50;
  if (size < DAY_MS) return HOUR_MS - (size % HOUR_MS) + 50;
  return DAY_MS - (size % DAY_MS) + 50;
}

/** The value of a `datetime-local` field for an instant in a time zone. */
export function toLocalField(intl: IntlShape, at: string | number | Date): string {
  const parts = intl
    .formatDateToParts(new Date(at), {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      numberingSystem: 'latn',
      calendar: 'gregory',
    })
    .reduce<Record<string, string>>((all, part) => ({ ...all, [part.type]: part.value }), {});
  // While a year is typed, it is one of 1, 20 or 202.
  return `${parts.year!.padStart(4, '0')}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`;
}

/** The instant of a `datetime-local` value in the reader's time zone (`instantOf`); null if invalid. */
export function fromLocalField(intl: IntlShape, value: string): string | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(value)) return null;
  const wall = Date.parse(`${value}:00Z`);
  if (!Number.isFinite(wall)) return null;
  const { timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone } = intl;
  return instantOf(wall, timeZone).toISOString();
}
