import { useCallback, useLayoutEffect, useState } from 'react';
import { compareFeedPosts, type FeedPost, type FeedWindow, keyOf } from './feed-window';

/** Virtuoso counts down from here when posts are prepended. */
export const FIRST_INDEX = 1_000_000;

/** Posts by the index that the list gives them, both ends included. */
interface Range {
  startIndex: number;
  endIndex: number;
}

/** What the list shows, and which posts stay where they are when others come and go above them. */
class Front {
  private first = FIRST_INDEX;
  private range: Range | null = null;
  private keys: string[] = [];
  private start = FIRST_INDEX;

  /** `newest`: of what the reader had seen when they left the top; null for one at the top. */
  constructor(public newest: FeedPost | null) {}

  /** The index of the first post: those in sight keep theirs. */
  firstIndexOf(items: readonly FeedPost[]): number {
    const places = new Map(items.map((post, place) => [keyOf(post), place]));
    const stayed = this.keys.findIndex((key) => places.has(key));
    if (stayed < 0) return this.first;
    return this.start + stayed - places.get(this.keys[stayed]!)!;
  }

  /** How many posts came above the reader since they left the newest. */
  freshOf(items: readonly FeedPost[]): number {
    const { newest } = this;
    return newest ? items.filter((post) => compareFeedPosts(post, newest) < 0).length : 0;
  }

  /** Holds the posts in sight; none for a reader at the newest, whom new ones push down. */
  hold(items: readonly FeedPost[], isAtNewest: boolean, range = this.range): void {
    this.first = this.firstIndexOf(items);
    this.range = range;
    this.start = Math.max(range?.startIndex ?? this.first, this.first);
    const end = (range?.endIndex ?? this.first) + 1;
    this.keys = isAtNewest ? [] : items.slice(this.start - this.first, end - this.first).map(keyOf);
  }

  /** Counts from what is the newest post now, unless it counts already. */
  count(items: readonly FeedPost[], isAway: boolean): void {
    this.newest = isAway ? (this.newest ?? items[0] ?? null) : null;
  }
}

/**
 * New posts show immediately for a reader at the top; further down nothing moves, and a button
 * shows their number. Requested pages never move anything.
 *
 * @param left the newest post that a reader had seen who comes back to a place further down
 * @param atTop whether the reader is at the first post
 * @returns the index of the first post, how many posts came above the reader, and what to pass as
 *   `left` when they come back
 */
export function useFeedFront(
  window: FeedWindow | undefined,
  left: FeedPost | null,
  atTop: boolean,
) {
  const items = window?.items ?? NONE;
  // Newer posts that are not loaded cannot arrive.
  const hasNewest = window?.newer === null;
  const isRead = window !== undefined;
  const [front] = useState(() => new Front(left));
  const isAtNewest = atTop && hasNewest;
  const isAway = !atTop && hasNewest;
  useLayoutEffect(() => {
    front.hold(items, isAtNewest);
    // Not before the feed is read: one that is read anew still has to tell what came.
    if (isRead) front.count(items, isAway);
  }, [front, items, isRead, isAtNewest, isAway]);
  const onRange = useCallback(
    (range: Range) => front.hold(items, isAtNewest, range),
    [front, items, isAtNewest],
  );
  const newestSeen = useCallback(() => front.newest, [front]);
  return {
    firstIndex: front.firstIndexOf(items),
    fresh: isAway ? front.freshOf(items) : 0,
    onRange,
    newestSeen,
  };
}

const NONE: readonly FeedPost[] = [];
