import { dayOf } from '@engawa/contracts';

const HOUR_MS = 3_600_000;
const QUARTER_HOUR_MS = HOUR_MS / 4;
/** Largest offsets of time zones from UTC. */
const MAX_AHEAD_OF_UTC_MS = 14 * HOUR_MS;
const MAX_BEHIND_UTC_MS = 12 * HOUR_MS;

/** `2026-11` for an instant in a time zone. */
export function monthOf(instant: Date, timeZone: string): string {
  return dayOf(instant, timeZone).slice(0, 7);
}

/**
 * The counting period of an instant: its month (`2026-11`) if all time zones agree on it, otherwise
 * its quarter of an hour (`2026-10-31T1500`, UTC), which no time zone's month splits.
 */
export function periodOf(instant: Date): string {
  const time = instant.getTime();
  const month = utcText(time - MAX_BEHIND_UTC_MS, 7);
  if (month === utcText(time + MAX_AHEAD_OF_UTC_MS, 7)) return month;
  return quarterOf(time);
}

/** All periods of a month in a time zone. */
export function periodsOf(month: string, timeZone: string): string[] {
  const [year, number] = month.split('-').map(Number) as [number, number];
  const borders = [Date.UTC(year, number - 1), Date.UTC(year, number)];
  const periods = [month];
  for (const border of borders) {
    for (
      let time = border - MAX_AHEAD_OF_UTC_MS;
      time < border + MAX_BEHIND_UTC_MS;
      time += QUARTER_HOUR_MS
    ) {
      if (monthOf(new Date(time), timeZone) === month) periods.push(quarterOf(time));
    }
  }
  return periods;
}

/** The quarter of an hour, in characters allowed in ids. */
function quarterOf(time: number): string {
  return utcText(Math.floor(time / QUARTER_HOUR_MS) * QUARTER_HOUR_MS, 16).replace(':', '');
}

function utcText(time: number, length: number): string {
  return new Date(time).toISOString().slice(0, length);
}
