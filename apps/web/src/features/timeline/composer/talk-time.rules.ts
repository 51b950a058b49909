import { addDays } from '@engawa/contracts';
import type { IntlShape } from 'react-intl';
import { dayOf, dueAtDay } from '../../../shared/directory/due.rules';

/** How far ahead a talk may be, as in the API. */
const MAX_AHEAD_MS = 86_400_000;

/** Whether a talk time is too far ahead. */
export function isTalkAhead(at: string | null, now: number): boolean {
  return at !== null && Date.parse(at) - now > MAX_AHEAD_MS;
}

export type TalkWord = 'justNow' | 'morning' | 'yesterday';

/** Usual talk times; times in the future are not offered. */
export function talkWords(intl: IntlShape, now: number): { name: TalkWord; at: string }[] {
  const today = dayOf(intl, now);
  const words: [TalkWord, string | null][] = [
    ['justNow', new Date(now - 30 * 60_000).toISOString()],
    ['morning', dueAtDay(intl, today, '09:00')],
    ['yesterday', dueAtDay(intl, addDays(today, -1), '17:00')],
  ];
  return words.flatMap(([name, at]) => (at && Date.parse(at) < now ? [{ name, at }] : []));
}
