import { addDays } from '@engawa/contracts';

const DAY_MS = 86_400_000;

/** First day of a day's period; weeks start on Monday. */
export function periodOf(day: string, unit: 'day' | 'week' | 'month'): string {
  if (unit === 'day') return day;
  if (unit === 'month') return `${day.slice(0, 7)}-01`;
  const weekday = new Date(`${day}T00:00:00.000Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

/** All days between two days, inclusive. */
export function daysBetween(from: string, to: string): string[] {
  // Counted: the day after 9999-12-31 sorts before every other.
  const count = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return Array.from({ length: count }, (_, at) => addDays(from, at));
}
