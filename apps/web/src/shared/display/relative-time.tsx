import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { relativeTime, relativeTimeLife, timeOfDay } from '../intl/dates';

/**
 * A relative time with the exact one on hover (`TipHost` writes it); updates itself. `words: 'day'` is for use below a
 * day heading: the clock time, relative only within the last hour. `words: 'narrow'` is for places with little room.
 */
export function RelativeTime({ at, words }: { at: string; words?: 'day' | 'narrow' }) {
  const intl = useIntl();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    // Timers hold at most 24.8 days.
    const timer = setTimeout(
      () => setNow(Date.now()),
      Math.min(relativeTimeLife(at, now), 86_400_000),
    );
    return () => clearTimeout(timer);
  }, [at, now]);
  return (
    <time dateTime={at} data-tip="">
      {words === 'day' ? timeOfDay(intl, at, now) : relativeTime(intl, at, now, words)}
    </time>
  );
}
