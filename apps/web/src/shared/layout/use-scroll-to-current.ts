import { type RefObject, useEffect, useRef } from 'react';

/**
 * Scrolls the link of the current place to the middle of a strip of links on phones. `place` says
 * when it changes.
 */
export function useScrollToCurrent(place: string): RefObject<HTMLElement | null> {
  const strip = useRef<HTMLElement>(null);
  useEffect(() => {
    const here = strip.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (!strip.current || !here) return;
    strip.current.scrollLeft = here.offsetLeft - (strip.current.clientWidth - here.offsetWidth) / 2;
  }, [place]);
  return strip;
}
