import { type RefObject, useEffect } from 'react';
import { belowTop, type FeedSpot } from './feed-place';

/** How long what is above the post may still change its height, on a slow device. */
const SETTLE_MS = 5_000;
/** What tells that the reader moves the page. */
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Scrolls so that a post of the list is at its distance from the top. */
export function moveToPlace(list: HTMLElement, scroller: HTMLElement, spot: FeedSpot): void {
  const item = list.querySelector(`[data-post="${spot.postId}"]`)?.closest('[data-item]');
  if (!item) return;
  const move = belowTop(item, scroller) - spot.below;
  if (Math.abs(move) >= 1) scroller.scrollBy(0, move);
}

/**
 * Keeps the post at which the list began at its distance from the top, until the reader moves the page:
 * posts above it are measured, loaded or written after that, and the list corrects itself by estimates.
 *
 * @param shown whether the list is measured
 */
export function useHeldPlace(props: {
  frame: RefObject<HTMLElement | null>;
  scroller: HTMLElement | null;
  spot: FeedSpot | undefined;
  shown: boolean;
}): void {
  const { frame, scroller, spot, shown } = props;
  useEffect(() => {
    const list = frame.current;
    if (!spot || !shown || !list || !scroller) return;
    const hold = () => moveToPlace(list, scroller, spot);
    const resized = new ResizeObserver(hold);
    const release = () => {
      resized.disconnect();
      scroller.removeEventListener('scroll', hold);
      for (const name of MOVES) window.removeEventListener(name, release);
      clearTimeout(timer);
    };
    const timer = setTimeout(release, SETTLE_MS);
    // With what is above the list.
    resized.observe(list.parentElement ?? list);
    scroller.addEventListener('scroll', hold, { passive: true });
    for (const name of MOVES) window.addEventListener(name, release, { passive: true });
    return release;
    // Where the list began; another address afterwards does not move it.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [frame, scroller, shown]);
}
