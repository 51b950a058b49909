import { newReminder, reminderAfter, wakeAt } from './reminder.rules';

const now = new Date('2026-11-21T00:00:00.000Z');
const due = '2026-11-25T03:00:00.000Z';

function after(dueAt: string | null, minutes: number | null, before = newReminder) {
  return reminderAfter(
    before,
    { before: null, after: dueAt },
    { before: before.minutes, after: minutes },
    { now, asleep: false },
  );
}

function unchanged(before: typeof newReminder, dueAt: string, asleep = false) {
  const minutes = { before: before.minutes, after: before.minutes };
  return reminderAfter(before, { before: dueAt, after: dueAt }, minutes, { now, asleep });
}

describe('the reminder of a due date (TSK-3)', () => {
  it('is due the chosen time before the due date', () => {
    expect(after(due, 1_440).at).toBe('2026-11-24T03:00:00.000Z');
    expect(after(due, 0).at).toBe(due);
  });

  it('is due at the due date where the chosen moment has passed', () => {
    expect(after('2026-11-21T02:00:00.000Z', 1_440).at).toBe('2026-11-21T02:00:00.000Z');
  });

  it('is not scheduled for past dates, without a date or without a reminder', () => {
    expect(after('2026-11-20T00:00:00.000Z', 60).at).toBeNull();
    expect(after(null, 60).at).toBeNull();
    expect(after(due, null).at).toBeNull();
  });

  it('keeps its state, sent or not, while neither due date nor lead time changes', () => {
    const goneOut = { minutes: 60, at: null };
    expect(unchanged(goneOut, due)).toBe(goneOut);
    const late = { minutes: 60, at: '2026-11-20T23:59:00.000Z' };
    expect(unchanged(late, due)).toBe(late);
  });

  it('is not made up for where its time passed while the task was finished or hidden', () => {
    const missed = { minutes: 10_000, at: '2026-11-20T23:59:00.000Z' };
    expect(unchanged(missed, due, true).at).toBe(due);
    expect(unchanged(missed, '2026-11-20T23:59:30.000Z', true).at).toBeNull();
    const ahead = { minutes: 60, at: '2026-11-25T02:00:00.000Z' };
    expect(unchanged(ahead, due, true)).toBe(ahead);
  });

  it('is scheduled only for open tasks that are shown', () => {
    const reminder = { minutes: 60, at: due };
    expect(wakeAt(reminder, 'waiting')).toEqual(new Date(due));
    expect(wakeAt(reminder, 'inProgress')).toEqual(new Date(due));
    expect([wakeAt(reminder, 'done'), wakeAt(reminder, 'skipped'), wakeAt(reminder, null)]).toEqual(
      [null, null, null],
    );
  });
});
