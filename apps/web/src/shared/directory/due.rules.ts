import { addDays, type TaskObject } from '@engawa/contracts';
import type { IntlShape } from 'react-intl';
import { clockTime, fromLocalField, shortDate, toLocalField } from '../intl/dates';
import { createTranslate } from '../intl/messages';
import { dueTexts } from './due.messages';

const DAY_MS = 86_400_000;
/** Default time of due dates. */
const DEFAULT_TIME = '18:00';

/** The day of an instant in the space's time zone, as 2026-11-28. */
export const dayOf = (intl: IntlShape, at: string | number): string =>
  toLocalField(intl, at).slice(0, 10);

/** Whether an unfinished task is past its due date (TSK-2). */
export function isOverdue(task: Pick<TaskObject, 'status' | 'dueAt'>, now: number): boolean {
  const open = task.status === 'waiting' || task.status === 'inProgress';
  return open && task.dueAt !== null && Date.parse(task.dueAt) < now;
}

/** A short due date: 今日 18:00, 明日 18:00, 11月28日 18:00. */
export function dueWords(intl: IntlShape, dueAt: string, now: number): string {
  const t = createTranslate(intl, dueTexts);
  const time = clockTime(intl, dueAt);
  const day = dayOf(intl, dueAt);
  if (day === dayOf(intl, now)) return t('due.today', { time });
  if (day === dayOf(intl, now + DAY_MS)) return t('due.tomorrow', { time });
  if (day === dayOf(intl, now - DAY_MS)) return t('due.yesterday', { time });
  return `${shortDate(intl, dueAt, now)} ${time}`;
}

export type DuePreset = 'today' | 'tomorrow' | 'week';

/** Preset days; today only before its default time. */
export function duePresets(intl: IntlShape, now: number): { name: DuePreset; dueAt: string }[] {
  const offered = { today: 0, tomorrow: 1, week: 7 } satisfies Record<DuePreset, number>;
  return (Object.entries(offered) as [DuePreset, number][]).flatMap(([name, days]) => {
    const dueAt = dueAtDay(intl, addDays(dayOf(intl, now), days));
    return dueAt && Date.parse(dueAt) > now ? [{ name, dueAt }] : [];
  });
}

/** A time of a day (`2026-11-28`) in the space's time zone; default: the usual time. */
export function dueAtDay(intl: IntlShape, day: string, time = DEFAULT_TIME): string | null {
  return fromLocalField(intl, `${day}T${time}`);
}

/** Reminder leads in minutes (TSK-3). */
export const remindChoices = [0, 60, 180, 1_440, 4_320, 10_080] as const;

/** When the reminder is sent; null for never. */
export function remindAt(dueAt: string | null, minutes: number | null, now: number): number | null {
  if (dueAt === null || minutes === null) return null;
  const due = Date.parse(dueAt);
  const wanted = due - minutes * 60_000;
  const moment = wanted > now ? wanted : due;
  return moment > now ? moment : null;
}
