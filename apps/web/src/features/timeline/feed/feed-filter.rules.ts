import type { Post } from '@engawa/contracts';
import type { FeedFilter } from '../../../shared/address/post-address';

/** The filter in the timeline's address; empty texts and false are absent. */
export interface FilterAddress {
  unsolved: boolean;
  unanswered: boolean;
  task: boolean;
  mustRead: boolean;
  label: string;
  staff: string;
  /** First and last day, as 2026-11-21. */
  from: string;
  until: string;
}

export const filterFlags = ['unsolved', 'unanswered', 'task', 'mustRead'] as const;
const filterTexts = ['label', 'staff', 'from', 'until'] as const;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;
const ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Parses the address; invalid values count as absent. */
export function readFilter(params: URLSearchParams): FilterAddress {
  const day = (name: string) => {
    const value = params.get(name) ?? '';
    return DAY.test(value) && Number.isFinite(Date.parse(value)) ? value : '';
  };
  const id = (name: string) => {
    const value = params.get(name) ?? '';
    return ID.test(value) ? value : '';
  };
  return {
    unsolved: params.has('unsolved'),
    unanswered: params.has('unanswered'),
    task: params.has('task'),
    mustRead: params.has('mustRead'),
    label: id('label'),
    staff: id('staff'),
    from: day('from'),
    until: day('until'),
  };
}

/** The address of a filter in a fixed order; empty without filters. */
export function writeFilter(filter: FilterAddress): string {
  const params = new URLSearchParams();
  for (const name of filterFlags) if (filter[name]) params.set(name, '1');
  for (const name of filterTexts) if (filter[name]) params.set(name, filter[name]);
  return params.toString();
}

/**
 * The filter of a feed; undefined without filters.
 *
 * @param instantOf the first instant of a day in the reader's time zone
 */
export function feedFilterOf(
  filter: FilterAddress,
  instantOf: (day: string) => string | null,
): FeedFilter | undefined {
  const address = writeFilter(filter);
  if (address === '') return undefined;
  const dayAfter = (day: string) =>
    new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
  const from = filter.from ? instantOf(filter.from) : null;
  const to = filter.until ? instantOf(dayAfter(filter.until)) : null;
  return {
    address,
    query: {
      ...(filter.unsolved ? { issue: 'open' as const } : {}),
      ...(filter.unanswered ? { unanswered: 'true' as const } : {}),
      ...(filter.task ? { hasTask: 'true' as const } : {}),
      ...(filter.mustRead ? { mustRead: 'true' as const } : {}),
      ...(filter.label ? { labelId: filter.label } : {}),
      ...(filter.staff ? { ownerId: filter.staff } : {}),
      ...(from ? { from } : {}),
      ...(to ? { to } : {}),
    },
  };
}

/** Whether a post passes a filter, like the API. */
export function passesFilter({ query }: FeedFilter, post: Post): boolean {
  const talkedAt = Date.parse(post.talkedAt);
  return (
    (query.issue === undefined || post.issue?.state === query.issue) &&
    (query.unanswered === undefined || post.commentCount === 0) &&
    (query.hasTask === undefined || post.task !== null) &&
    (query.mustRead === undefined || post.mustRead) &&
    (query.labelId === undefined || post.labelIds.includes(query.labelId)) &&
    (query.ownerId === undefined || post.ownerId === query.ownerId) &&
    (query.from === undefined || talkedAt >= Date.parse(query.from)) &&
    (query.to === undefined || talkedAt < Date.parse(query.to))
  );
}
