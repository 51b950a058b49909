import { useState } from 'react';
import { type FeedWindow, keyOf } from './feed-window';

/** The live posts at the moment when the reader left the top. */
interface Departure {
  lead: number;
  arrivals: number;
}

/**
 * New posts show immediately for a reader at the top; further down nothing moves, and a button
 * shows their number. Requested pages never move anything.
 *
 * @returns how many prepended posts keep the scroll position, and how many wait above the reader
 */
export function useFeedFront(window: FeedWindow | undefined) {
  const { items, lead, paged, arrived } = window ?? { items: [], lead: 0, paged: 0, arrived: [] };
  const live = lead - paged;
  const [{ left, kept }, setPlace] = useState<{ left: Departure | null; kept: number }>({
    left: null,
    kept: 0,
  });
  const since = left ? live - left.lead : 0;
  const came = new Set(left ? arrived.slice(left.arrivals) : []);
  const fresh = items.filter((post) => came.has(keyOf(post))).length;
  return {
    above: paged + kept + since,
    fresh,
    onAtTop(atTop: boolean) {
      if (atTop) setPlace({ left: null, kept: kept + since });
      else if (!left) setPlace({ left: { lead: live, arrivals: arrived.length }, kept });
    },
  };
}
