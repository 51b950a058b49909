import { addDays, dayOf, startOfDay, wallClock, yearlyDay } from './calendar';

const HALF_HOUR_MS = 1_800_000;
const DAY_MS = 48 * HALF_HOUR_MS;
/** Two years of them. */
const days = Array.from({ length: 731 }, (_, day) => Date.UTC(2025, 0) + day * DAY_MS);

describe('the clock of a time zone', () => {
  it.each([
    ['1972-01-07T00:44:29.500Z', 'Africa/Monrovia', '1972-01-06T23:59:59.500Z'],
    ['1972-01-07T00:44:30.000Z', 'Africa/Monrovia', '1972-01-07T00:44:30.000Z'],
    ['2011-12-30T09:59:59.999Z', 'Pacific/Apia', '2011-12-29T23:59:59.999Z'],
    ['2011-12-30T10:00:00.000Z', 'Pacific/Apia', '2011-12-31T00:00:00.000Z'],
    ['2026-10-03T15:29:59.000Z', 'Australia/Lord_Howe', '2026-10-04T01:59:59.000Z'],
    ['2026-10-03T15:30:00.000Z', 'Australia/Lord_Howe', '2026-10-04T02:30:00.000Z'],
    ['1969-12-31T23:59:59.999Z', 'Asia/Tokyo', '1970-01-01T08:59:59.999Z'],
  ])('at %s in %s shows %s', (instant, zone, shown) =>
    expect(wallClock(new Date(instant), zone).toISOString()).toBe(shown),
  );

  it('keeps no wrong offset near any change of any zone', () => {
    const wrong = Intl.supportedValuesOf('timeZone').flatMap((timeZone) => {
      const reference = new Intl.DateTimeFormat('sv-SE', {
        timeZone,
        dateStyle: 'short',
        timeStyle: 'medium',
      });
      const shown = (at: number) =>
        Date.parse(`${reference.format(at).replace(' ', 'T')}.000Z`) - at;
      return days
        .filter((day) => shown(day) !== shown(day + DAY_MS))
        .flatMap((day) => Array.from({ length: 49 }, (_, half) => day + half * HALF_HOUR_MS))
        .filter((at) => wallClock(new Date(at), timeZone).getTime() - at !== shown(at))
        .map((at) => `${timeZone} ${new Date(at).toISOString()}`);
    });
    expect(wrong).toEqual([]);
  });
});

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
