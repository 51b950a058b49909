import { daysBetween, periodOf } from './calendar.rules';

describe('the calendar', () => {
  it('groups days', () => {
    expect(periodOf('2026-11-21', 'week')).toBe('2026-11-16');
    expect(periodOf('2026-11-16', 'week')).toBe('2026-11-16');
    expect(periodOf('2026-11-22', 'week')).toBe('2026-11-16');
    expect(periodOf('2026-11-21', 'month')).toBe('2026-11-01');
    expect(daysBetween('2026-02-27', '2026-03-01')).toEqual([
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
    ]);
  });

  it('ends with its last day', () => {
    expect(daysBetween('9999-12-30', '9999-12-31')).toEqual(['9999-12-30', '9999-12-31']);
  });
});
