const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Delays after the first, second, … failed attempt; then the mail is given up. */
const retryDelaysMs = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  hour,
  3 * hour,
  6 * hour,
  12 * hour,
  24 * hour,
];

/** Lease of an attempt; afterwards the mail counts as abandoned. */
export const LEASE_MS = 2 * minute;
/** Retention of a finished entry. */
export const RETENTION_MS = 30 * 24 * hour;

/** Milliseconds until the next attempt; null after the last one. */
export function retryDelayAfter(attempts: number): number | null {
  return retryDelaysMs[attempts - 1] ?? null;
}
