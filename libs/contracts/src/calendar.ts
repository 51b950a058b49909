const DAY_MS = 86_400_000;
/** Days with a known offset that a process keeps. */
const MAX_KNOWN_DAYS = 20_000;
const formats = new Map<string, Intl.DateTimeFormat>();
/** Offset of a zone for a whole UTC day; null for a day with a change. */
const offsets = new Map<string, number | null>();

/**
 * Offset of a time zone from UTC at an instant, in ms, positive to the east. Most instants are on
 * days without a change, whose offset is read once: asking ICU takes longer than all the rest.
 */
function offsetAt(instant: number, timeZone: string): number {
  const day = Math.floor(instant / DAY_MS);
  const key = `${timeZone} ${day}`;
  let known = offsets.get(key);
  if (known === undefined) {
    const first = readOffset(day * DAY_MS, timeZone);
    known = first === readOffset((day + 1) * DAY_MS - 1, timeZone) ? first : null;
    if (offsets.size >= MAX_KNOWN_DAYS) offsets.clear();
    offsets.set(key, known);
  }
  return known ?? readOffset(instant, timeZone);
}

function readOffset(instant: number, timeZone: string): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatOf(timeZone).formatToParts(instant)) {
    parts[type] = Number(value);
  }
  const { year, month, day, hour, minute, second } = parts;
  const wall = new Date(0);
  // `Date.UTC` takes the years 0 to 99 for those of the 20th century.
  wall.setUTCFullYear(year!, month! - 1, day);
  wall.setUTCHours(hour!, minute, second);
  return wall.getTime() - Math.floor(instant / 1_000) * 1_000;
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(timeZone, made);
  return made;
}

/** What a clock in the time zone shows: a date whose UTC fields are the local ones. */
export function wallClock(instant: Date, timeZone: string): Date {
  const time = instant.getTime();
  return new Date(time + offsetAt(time, timeZone));
}

/** The calendar day (`2026-11-21`) of an instant in a time zone. */
export function dayOf(instant: Date, timeZone: string): string {
  return wallClock(instant, timeZone).toISOString().slice(0, 10);
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
  return instantOf(Date.parse(`${day}T00:00:00.000Z`), timeZone);
}

/**
 * The instant at which a clock in the time zone shows this; `wall` is what it shows, taken as UTC. Of
 * a time that a change repeats, the first; for one that it skips, as if it had not happened yet.
 */
export function instantOf(wall: number, timeZone: string): Date {
  // A day before and after, because the offset at the instant itself is not known.
  const [first, second] = [-DAY_MS, DAY_MS].map((far) => wall - offsetAt(wall + far, timeZone));
  const isShownAt = (instant: number) => instant + offsetAt(instant, timeZone) === wall;
  return new Date(isShownAt(second!) && !isShownAt(first!) ? second! : first!);
}
