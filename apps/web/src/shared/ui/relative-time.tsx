import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { exactDateTime, relativeTime, relativeTimeLife, timeOfDay } from '../intl/dates';

/**
 * How long ago something was; the exact time on hover. Ages by itself. `words: 'day'` is for what
 * stands under the heading of its day: the clock, and how long ago only in the last hour.
 */
export function RelativeTime({ at, words }: { at: string; words?: 'day' }) {
  const intl = useIntl();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    // Timers hold at most 24.8 days; a day is long enough to wait anyway.
    const timer = setTimeout(
      () => setNow(Date.now()),
      Math.min(relativeTimeLife(at, now), 86_400_000),
    );
    return () => clearTimeout(timer);
  }, [at, now]);
  return (
    <time dateTime={at} title={exactDateTime(intl, at)}>
      {words === 'day' ? timeOfDay(intl, at, now) : relativeTime(intl, at, now)}
    </time>
  );
}
