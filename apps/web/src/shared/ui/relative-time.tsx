import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { exactDateTime, relativeTime, relativeTimeLife } from '../intl/dates';

/** How long ago something was; the exact time on hover. Ages by itself. */
export function RelativeTime({ at }: { at: string }) {
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
      {relativeTime(intl, at, now)}
    </time>
  );
}
