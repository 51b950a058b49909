import { useState } from 'react';
import type { FeedWindow } from './feed-window';

export interface Front {
  lead: number;
  atNewest: boolean;
  /** Posts in front that showed at once; they do not count for keeping the place. */
  shown: number;
  /** Posts in front that wait above the reader. */
  fresh: number;
}

/**
 * What comes in front shows at once to a reader at the top; further down nothing moves, and a
 * button says how much came. Older or newer pages that were asked for never move anything.
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
