import { useEffect, useRef } from 'react';

/** So far before the end of a list the next page is asked for. */
const AHEAD = '600px';

/** Stands at the end of a list and calls once whenever that comes near while `active`. */
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
      { rootMargin: AHEAD },
    );
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, [active]);
  return <div ref={mark} aria-hidden="true" />;
}
