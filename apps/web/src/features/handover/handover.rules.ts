import type { Handover, HappeningKind } from '@engawa/contracts';

/** How far back one looks; `last` is up to where one said that one had seen it. */
export type HandoverRange = 'last' | 'day' | 'week' | 'month';
export const handoverRanges: readonly HandoverRange[] = ['last', 'day', 'week', 'month'];

const DAY = 86_400_000;
const days: Record<Exclude<HandoverRange, 'last'>, number> = { day: 1, week: 7, month: 30 };

/** What waits for the reader comes first, what is good to know last. */
const order: readonly HappeningKind[] = [
  'mustRead',
  'taskHandedToMe',
  'issueOpened',
  'issueClosed',
  'taskDone',
  'postWritten',
  'commentWritten',
];

/** The range that an address names; nonsense counts as absent. */
export function readRange(params: URLSearchParams): HandoverRange {
  const wanted = params.get('since');
  return handoverRanges.find((range) => range === wanted) ?? 'last';
}

/** What the server is asked for a range. */
export function questionOf(range: HandoverRange, now: number): { since?: string } {
  return range === 'last' ? {} : { since: new Date(now - days[range] * DAY).toISOString() };
}

/** The sections with anything in them, in the order in which they are read. */
export function shownSections(handover: Handover): Handover['sections'] {
  return order.flatMap((kind) => {
    const section = handover.sections.find((one) => one.kind === kind);
    return section && section.count > 0 ? [section] : [];
  });
}
