/** Range of the page; `last` starts when the reader last marked it as seen. */
export type HandoverRange = 'last' | 'day' | 'week' | 'month';
export const handoverRanges: readonly HandoverRange[] = ['last', 'day', 'week', 'month'];

const DAY_MS = 86_400_000;
const days: Record<Exclude<HandoverRange, 'last'>, number> = { day: 1, week: 7, month: 30 };

/** The range in an address; invalid values count as absent. */
export function readRange(params: URLSearchParams): HandoverRange {
  const wanted = params.get('since');
  return handoverRanges.find((range) => range === wanted) ?? 'last';
}

/** Query of a range. */
export function todayArgsOf(range: HandoverRange, now: number): { since?: string } {
  return range === 'last' ? {} : { since: new Date(now - days[range] * DAY_MS).toISOString() };
}
