/** The first day that the API takes. */
const FIRST_DAY = '1000-01-01';

/** Whether a text of an address is a day that exists, as 2026-11-21. */
export function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || value < FIRST_DAY) return false;
  const date = new Date(`${value}T00:00:00Z`);
  // Engines take 30 February for a day of March.
  return Number.isFinite(date.getTime()) && date.toISOString().startsWith(value);
}

/** A day of the address; null if it is absent or does not exist. */
export function dayParam(params: URLSearchParams, name: string): string | null {
  const value = params.get(name) ?? '';
  return isDay(value) ? value : null;
}
