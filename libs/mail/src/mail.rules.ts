const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Pauses after the first, second, … failed attempt, in milliseconds; then it is given up. */
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

/** How long an attempt may take before the mail is taken for left behind, in milliseconds. */
export const CLAIM_MS = 2 * minute;
/** How long what became of a mail is kept, in milliseconds. */
export const RETENTION_MS = 30 * 24 * hour;

/** Milliseconds until the next attempt, or null where it was the last. */
export function retryDelayAfter(attempts: number): number | null {
  return retryDelaysMs[attempts - 1] ?? null;
}
