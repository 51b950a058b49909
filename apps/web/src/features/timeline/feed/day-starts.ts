import type { IntlShape } from 'react-intl';

interface Dated {
  id: string;
  talkedAt: string;
}

/** Ids of the first posts of each day in the reader's time zone, of posts in the order of their talk times. */
export function firstOfDays(intl: IntlShape, posts: readonly Dated[]): ReadonlySet<string> {
  const starts = new Set<string>();
  let last = '';
  for (const post of posts) {
    const day = intl.formatDate(post.talkedAt);
    if (day !== last) starts.add(post.id);
    last = day;
  }
  return starts;
}
