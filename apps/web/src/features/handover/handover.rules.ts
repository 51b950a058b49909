/** How far back one looks; `last` is up to where one said that one had seen it. */
export type HandoverRange = 'last' | 'day' | 'week' | 'month';
export const handoverRanges: readonly HandoverRange[] = ['last', 'day', 'week', 'month'];

const DAY_MS = 86_400_000;
const days: Record<Exclude<HandoverRange, 'last'>, number> = { day: 1, week: 7, month: 30 };

/** The range that an address names; nonsense counts as absent. */
export function readRange(params: URLSearchParams): HandoverRange {
  const wanted = params.get('since');
  return handoverRanges.find((range) => range === wanted) ?? 'last';
}

/** What the server is asked for a range. */
export function questionOf(range: HandoverRange, now: number): { since?: string } {
  return range === 'last' ? {} : { since: new Date(now - days[range] * DAY_MS).toISOString() };
}
