import type { FeedPost } from './feed-window';

/** Scroll position of a feed when it was left. */
export interface FeedSpot {
  /** The first visible post. */
  postId: string;
  /** Distance of its top from the top of the page in pixels; negative above it. */
  below: number;
  /** The newest post that the reader had seen; later ones are announced when they are back. */
  newest?: FeedPost | null;
}

/** By the address of the feed's page; while the app is open. */
const spots = new Map<string, FeedSpot>();

/** Distance of an element's top from the top of the page in pixels; negative above it. */
export function belowTop(element: Element, scroller: HTMLElement): number {
  return element.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
}

/** Stores the position of a feed; nothing at its top. */
export function leaveFeed(
  place: string,
  list: HTMLElement,
  scroller: HTMLElement,
  newest: FeedPost | null,
): void {
  spots.delete(place);
  if (scroller.scrollTop < 40) return;
  const { top } = scroller.getBoundingClientRect();
  for (const card of list.querySelectorAll<HTMLElement>('[data-post]')) {
    // The day heading is above the post, in the same item.
    const box = (card.closest('[data-item]') ?? card).getBoundingClientRect();
    if (box.height === 0 || box.bottom <= top + 1) continue;
    spots.set(place, { postId: card.dataset['post'] ?? '', below: box.top - top, newest });
    return;
  }
}

/** The stored position; undefined for the top. */
export function spotOf(place: string): FeedSpot | undefined {
  return spots.get(place);
}
