import { REMIND_DEFAULT_MINUTES, type TaskStatus } from '@engawa/contracts';

/** The reminder of a task's due date (TSK-3). */
export interface Reminder {
  /** Minutes before the due date; null for never. */
  minutes: number | null;
  /** When it is due, RFC 3339; null for none. */
  at: string | null;
}

export const newReminder: Reminder = { minutes: REMIND_DEFAULT_MINUTES, at: null };

interface Step<T> {
  before: T;
  after: T;
}

/**
 * The reminder after a change. It stays if due date and lead are unchanged, so that nothing is sent
 * twice; but a time that passed while nobody was to be reminded (`asleep`) is not made up for. A time
 * already past moves to the due date; a past due date has no reminder.
 */
export function reminderAfter(
  before: Reminder,
  due: Step<string | null>,
  minutes: Step<number | null>,
  { now, asleep }: { now: Date; asleep: boolean },
): Reminder {
  const isMissed = asleep && before.at !== null && Date.parse(before.at) <= now.getTime();
  if (due.before === due.after && minutes.before === minutes.after && !isMissed) return before;
  return { minutes: minutes.after, at: momentOf(due.after, minutes.after, now) };
}

function momentOf(dueAt: string | null, minutes: number | null, now: Date): string | null {
  if (dueAt === null || minutes === null) return null;
  const due = Date.parse(dueAt);
  const wanted = due - minutes * 60_000;
  const moment = wanted > now.getTime() ? wanted : due;
  return moment > now.getTime() ? new Date(moment).toISOString() : null;
}

const open: readonly (TaskStatus | null)[] = ['waiting', 'inProgress'];

/** When the scheduler wakes for a task; null while it is hidden or finished. */
export function wakeAt(reminder: Reminder, column: TaskStatus | null): Date | null {
  return reminder.at !== null && open.includes(column) ? new Date(reminder.at) : null;
}
