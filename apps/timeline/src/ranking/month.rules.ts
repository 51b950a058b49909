/** Time zone of a space that nobody told of yet. */
export const DEFAULT_TIME_ZONE = 'Asia/Tokyo';

/** `2026-11` for an instant, as the calendar on the wall of the space says. */
export function monthOf(instant: Date, timeZone: string): string {
  const { year, month } = wallClock(instant.getTime(), timeZone);
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;
}

/** The instants between which a month lies in a time zone: [from, to). */
export function monthBounds(month: string, timeZone: string): { from: Date; to: Date } {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return {
    from: startOfMonth(year, number, timeZone),
    to:
      number === 12
        ? startOfMonth(year + 1, 1, timeZone)
        : startOfMonth(year, number + 1, timeZone),
  };
}

function startOfMonth(year: number, month: number, timeZone: string): Date {
  const wall = Date.UTC(year, month - 1, 1);
  // Twice: the offset at the first guess may not be that of the result (summer time).
  let instant = wall - offsetAt(wall, timeZone);
  instant = wall - offsetAt(instant, timeZone);
  return new Date(instant);
}

/** How far the clocks of a time zone are ahead of UTC at an instant, in ms. */
function offsetAt(instant: number, timeZone: string): number {
  const clock = wallClock(instant, timeZone);
  const { year, month, day, hour, minute, second } = clock;
  const shown = Date.UTC(year, month - 1, day, hour, minute, second);
  return shown - Math.floor(instant / 1_000) * 1_000;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function wallClock(instant: number, timeZone: string) {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
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
    formats.set(timeZone, format);
  }
  const parts = Object.fromEntries(
    format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  );
  return parts as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>;
}
