import { useState } from 'react';
import type { FeedWindow } from './feed-window';

export interface Front {
  lead: number;
  atNewest: boolean;
  /** Prepended posts that were shown immediately; they do not keep the scroll position. */
  shown: number;
  /** Prepended posts waiting above the reader. */
  fresh: number;
}

/**
 * New posts show immediately for a reader at the top; further down nothing moves, and a button
 * shows their number. Requested pages never move anything.
 */
export function useFeedFront(window: FeedWindow | undefined, atTop: boolean): Front {
  const lead = window?.lead ?? 0;
  const atNewest = window ? window.newer === null : true;
  const [front, setFront] = useState<Front>({ lead, atNewest, shown: lead, fresh: 0 });
  if (front.lead !== lead || front.atNewest !== atNewest) {
    const came = front.atNewest ? lead - front.lead : 0;
    setFront({
      lead,
      atNewest,
      shown: front.shown + (atTop ? came : 0),
      fresh: atTop ? 0 : Math.max(0, front.fresh + came),
    });
  }
  if (atTop && front.fresh > 0) setFront({ ...front, fresh: 0 });
  return front;
}
