import { type RefObject, useEffect, useEffectEvent } from 'react';
import { belowTop, type FeedSpot } from './feed-place';

/** How long what is above the post may still change its height, on a slow device. */
const SETTLE_MS = 5_000;
/** What tells that the reader moves the page. */
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls so that a post of the list is at its distance from the top. Returns whether it was there
 * already, or as near to it as the list can scroll; null if the list does not render the post.
 */
export function moveToPlace(
  list: HTMLElement,
  scroller: HTMLElement,
  spot: FeedSpot,
): boolean | null {
  const item = list.querySelector(`[data-post="${spot.postId}"]`)?.closest('[data-item]');
  if (!item) return null;
  const move = belowTop(item, scroller) - spot.below;
  if (Math.abs(move) < 1) return true;
  const before = scroller.scrollTop;
  scroller.scrollBy(0, move);
  return scroller.scrollTop === before;
}

/**
 * Keeps the post at which the list began at its distance from the top, until the reader moves the page:
 * posts above it are measured, loaded or written after that, and the list corrects itself by estimates.
 *
 * @param shown whether the list is measured
 * @param reveal renders the post after the list moved so far that it no longer does
 */
export function useHeldPlace(props: {
  frame: RefObject<HTMLElement | null>;
  scroller: HTMLElement | null;
  spot: FeedSpot | undefined;
  shown: boolean;
  reveal: () => void;
}): void {
  const { frame, scroller, spot, shown } = props;
  const reveal = useEffectEvent(props.reveal);
  useEffect(() => {
    const list = frame.current;
    if (!spot || !shown || !list || !scroller) return;
    let next = 0;
    const hold = () => {
      if (moveToPlace(list, scroller, spot) !== null) return;
      reveal();
      cancelAnimationFrame(next);
      next = requestAnimationFrame(hold);
    };
    const resized = new ResizeObserver(hold);
    const release = () => {
      resized.disconnect();
      scroller.removeEventListener('scroll', hold);
      for (const name of MOVES) window.removeEventListener(name, release);
      cancelAnimationFrame(next);
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
