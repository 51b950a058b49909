import { type RefObject, useEffect, useRef } from 'react';

/**
 * For a strip of links that scrolls on phones: shows the link of the place where one is, in the
 * middle. `place` says when that changes.
 */
export function useHereInView(place: string): RefObject<HTMLElement | null> {
  const strip = useRef<HTMLElement>(null);
  useEffect(() => {
    const here = strip.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (!strip.current || !here) return;
    strip.current.scrollLeft = here.offsetLeft - (strip.current.clientWidth - here.offsetWidth) / 2;
  }, [place]);
  return strip;
}
