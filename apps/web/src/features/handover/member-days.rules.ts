import type { IntlShape } from 'react-intl';
import { dueAtDay } from '../../shared/directory/due.rules';

/** `11月25日(水)` or `Wednesday, November 25`, of a day without a time. */
export function dayWords(intl: IntlShape, day: string): string {
  const format = (options: Intl.DateTimeFormatOptions) =>
    intl.formatDate(`${day}T00:00:00Z`, { timeZone: 'UTC', ...options });
  const date = { month: 'long', day: 'numeric' } as const;
  return intl.locale.startsWith('ja')
    ? `${format(date)}(${format({ weekday: 'short' })})`
    : format({ ...date, weekday: 'long' });
}

/** When a task of the day is due: at the usual time, or at the day's end if that has passed. */
export function dueOnDay(intl: IntlShape, day: string, now: number): string | null {
  const usual = dueAtDay(intl, day);
  return usual !== null && Date.parse(usual) > now ? usual : dueAtDay(intl, day, '23:59');
}
