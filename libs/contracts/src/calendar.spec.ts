import { addDays, dayOf, startOfDay, yearlyDay } from './calendar';

describe('days in a time zone', () => {
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
});

describe('days without a time', () => {
  it.each([
    ['2026-12-30', 3, '2027-01-02'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2027-03-01', -1, '2027-02-28'],
  ])('%s and %i days is %s', (day, days, expected) => expect(addDays(day, days)).toBe(expected));

  it('keep 29 February on the 28th of a year without it', () => {
    expect(yearlyDay(2028, '02-29')).toBe('2028-02-29');
    expect(yearlyDay(2027, '02-29')).toBe('2027-02-28');
    expect(yearlyDay(2027, '12-31')).toBe('2027-12-31');
  });
});
