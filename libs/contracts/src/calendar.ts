const DAY_MS = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formats.set(timeZone, made);
  return made;
}

function localMillis(instant: number, timeZone: string): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatOf(timeZone).formatToParts(instant)) {
    parts[type] = Number(value);
  }
  const { year, month, day, hour, minute, second } = parts;
  return Date.UTC(year!, month! - 1, day, hour, minute, second) + (instant % 1_000);
}

/** The calendar day (`2026-11-21`) of an instant in a time zone. */
export function dayOf(instant: Date, timeZone: string): string {
  return new Date(localMillis(instant.getTime(), timeZone)).toISOString().slice(0, 10);
}

/** The calendar day this many days later. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The day of a year (`04-01`) in that year; 29 February is the 28th where the year has none. */
export function yearlyDay(year: number, monthDay: string): string {
  const day = `${String(year).padStart(4, '0')}-${monthDay}`;
  // Date.parse takes 29 February of any year for a day of March.
  return new Date(`${day}T00:00:00.000Z`).getUTCDate() === Number(monthDay.slice(3))
    ? day
    : `${day.slice(0, 5)}02-28`;
}

/** The instant at which a calendar day begins in a time zone. */
export function startOfDay(day: string, timeZone: string): Date {
  const wanted = Date.parse(`${day}T00:00:00.000Z`);
  let guess = wanted;
  // Twice: near a change of summer time, the offset at the first guess may differ.
  for (let round = 0; round < 2; round += 1) {
    guess = wanted - (localMillis(guess, timeZone) - guess);
  }
  return new Date(guess);
}
