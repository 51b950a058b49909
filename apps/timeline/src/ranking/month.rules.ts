/** Time zone of a space that nobody told of yet. */
export const DEFAULT_TIME_ZONE = 'Asia/Tokyo';

/** `2026-11` for an instant, as the calendar on the wall of the space says. */
export function monthOf(instant: Date, timeZone: string): string {
  const { year, month } = wallClock(instant.getTime(), timeZone);
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function wallClock(instant: number, timeZone: string) {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'iso8601',
      year: 'numeric',
      month: 'numeric',
    });
    formats.set(timeZone, format);
  }
  const parts = Object.fromEntries(
    format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  );
  return parts as Record<'year' | 'month', number>;
}
