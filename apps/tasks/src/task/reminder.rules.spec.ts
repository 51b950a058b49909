import { newReminder, reminderAfter, wakeAt } from './reminder.rules';

const now = new Date('2026-11-21T00:00:00.000Z');
const due = '2026-11-25T03:00:00.000Z';

function after(dueAt: string | null, minutes: number | null, before = newReminder) {
  return reminderAfter(
    before,
    { before: null, after: dueAt },
    { before: before.minutes, after: minutes },
    now,
  );
}

describe('the reminder of a due date (TSK-3)', () => {
  it('comes the wanted time before', () => {
    expect(after(due, 1_440).at).toBe('2026-11-24T03:00:00.000Z');
    expect(after(due, 0).at).toBe(due);
  });

  it('comes at the due date where the wanted moment has passed', () => {
    expect(after('2026-11-21T02:00:00.000Z', 1_440).at).toBe('2026-11-21T02:00:00.000Z');
  });

  it('does not come for what is past, has no date or wants none', () => {
    expect(after('2026-11-20T00:00:00.000Z', 60).at).toBeNull();
    expect(after(null, 60).at).toBeNull();
    expect(after(due, null).at).toBeNull();
  });

  it('stays what it is, gone out or not, while neither date nor lead changes', () => {
    const goneOut = { minutes: 60, at: null };
    const same = reminderAfter(
      goneOut,
      { before: due, after: due },
      { before: 60, after: 60 },
      now,
    );
    expect(same).toBe(goneOut);
  });

  it('wakes only for open tasks that are shown', () => {
    const reminder = { minutes: 60, at: due };
    expect(wakeAt(reminder, 'waiting')).toEqual(new Date(due));
    expect(wakeAt(reminder, 'inProgress')).toEqual(new Date(due));
    expect([wakeAt(reminder, 'done'), wakeAt(reminder, 'skipped'), wakeAt(reminder, null)]).toEqual(
      [null, null, null],
    );
  });
});
