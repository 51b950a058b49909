/** How far ahead a talk may lie, in milliseconds, as the API has it. */
const MAX_AHEAD_MS = 86_400_000;

/** Whether a talk time lies too far ahead to be sent. */
export function isTalkAhead(at: string | null, now: number): boolean {
  return at !== null && Date.parse(at) - now > MAX_AHEAD_MS;
}
