import { useEffect, useRef } from 'react';

/** Distance from the end of a list at which the next page is loaded. */
const PREFETCH_DISTANCE = '600px';

/** Calls back whenever the end of a list comes near while `active`. */
export function NearEnd({ active, onReach }: { active: boolean; onReach: () => void }) {
  const mark = useRef<HTMLDivElement>(null);
  const reach = useRef(onReach);
  useEffect(() => {
    reach.current = onReach;
  });
  useEffect(() => {
    if (!active || !mark.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) reach.current();
      },
      { rootMargin: PREFETCH_DISTANCE },
    );
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, [active]);
  return <div ref={mark} aria-hidden="true" />;
}
