/** Where a reader stood in a feed when they left it. */
export interface FeedSpot {
  /** The first post in sight. */
  postId: string;
  /** How far its top stood below the top of the page, in pixels; negative above it. */
  below: number;
}

/** By the address of the feed's page; for as long as the app is open. */
const spots = new Map<string, FeedSpot>();

/** Remembers where a feed is left; nothing at its very top. */
export function leaveFeed(place: string, list: HTMLElement, scroller: HTMLElement): void {
  spots.delete(place);
  if (scroller.scrollTop < 40) return;
  const { top } = scroller.getBoundingClientRect();
  for (const card of list.querySelectorAll<HTMLElement>('[data-post]')) {
    // The heading of the day stands above the post, in its item.
    const box = (card.closest('[data-item]') ?? card).getBoundingClientRect();
    if (box.height === 0 || box.bottom <= top + 1) continue;
    spots.set(place, { postId: card.dataset['post'] ?? '', below: box.top - top });
    return;
  }
}

/** Where a feed was left; undefined where it is begun at its top. */
export function spotOf(place: string): FeedSpot | undefined {
  return spots.get(place);
}
