/** How far ahead a talk may be, as in the API. */
const MAX_AHEAD_MS = 86_400_000;

/** Whether a talk time is too far ahead. */
export function isTalkAhead(at: string | null, now: number): boolean {
  return at !== null && Date.parse(at) - now > MAX_AHEAD_MS;
}
