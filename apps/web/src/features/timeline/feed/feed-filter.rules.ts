import type { Post } from '@engawa/contracts';
import { type FilterAddress, writeFilter } from '../../../shared/address/filter-address';
import type { FeedFilter } from '../../../shared/address/post-address';

const DAY_MS = 86_400_000;

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
      ...(filter.solved ? { issue: 'closed' as const } : {}),
      ...(filter.unanswered ? { unanswered: 'true' as const } : {}),
      ...(filter.task ? { hasTask: 'true' as const } : {}),
      ...(filter.mustRead ? { mustRead: 'true' as const } : {}),
      ...(filter.label ? { labelId: filter.label } : {}),
      ...(filter.staff ? { ownerId: filter.staff } : {}),
      ...(filter.member ? { memberId: filter.member } : {}),
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
    (query.memberId === undefined || post.members.some(({ id }) => id === query.memberId)) &&
    (query.from === undefined || talkedAt >= Date.parse(query.from)) &&
    (query.to === undefined || talkedAt < Date.parse(query.to))
  );
}
