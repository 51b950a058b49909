import { dayOf, daysBetween, periodOf, startOfDay } from './calendar.rules';

describe('the calendar', () => {
  it('knows the day of an instant where the space is', () => {
    expect(dayOf(new Date('2026-11-20T15:00:00.000Z'), 'Asia/Tokyo')).toBe('2026-11-21');
    expect(dayOf(new Date('2026-11-20T14:59:59.999Z'), 'Asia/Tokyo')).toBe('2026-11-20');
    expect(dayOf(new Date('2026-11-20T15:00:00.000Z'), 'America/New_York')).toBe('2026-11-20');
  });

  it.each([
    ['2026-11-21', 'Asia/Tokyo', '2026-11-20T15:00:00.000Z'],
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
    ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
    ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z'],
    ['2026-10-26', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
  ])('begins %s in %s at %s', (day, zone, instant) => {
    expect(startOfDay(day, zone).toISOString()).toBe(instant);
  });

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
});
