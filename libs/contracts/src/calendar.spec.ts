import { addDays, dayOf, instantOf, startOfDay, wallClock, yearlyDay } from './calendar';

const HALF_HOUR_MS = 1_800_000;
const DAY_MS = 48 * HALF_HOUR_MS;
/** Two years of them. */
const days = Array.from({ length: 731 }, (_, day) => Date.UTC(2025, 0) + day * DAY_MS);
const WEEK_MS = 7 * DAY_MS;
/** 2025 to 2027. */
const weeks = Array.from({ length: 157 }, (_, week) => Date.UTC(2025, 0) + week * WEEK_MS);

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
    // Without a midnight: summer time begins with 01:00.
    ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
    ['2026-03-08', 'America/Havana', '2026-03-08T05:00:00.000Z'],
    ['2026-03-29', 'Atlantic/Azores', '2026-03-29T01:00:00.000Z'],
    ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
    // With two: the first.
    ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z'],
    ['2021-10-29', 'Asia/Amman', '2021-10-28T21:00:00.000Z'],
    // A day that does not exist begins and ends with the next one.
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
    ['2011-12-31', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
  ])('begins %s in %s at %s', (day, zone, instant) => {
    expect(startOfDay(day, zone).toISOString()).toBe(instant);
  });

  it('begins each day near a change of each zone with its first instant', () => {
    const wrong = Intl.supportedValuesOf('timeZone').flatMap((timeZone) => {
      const offsetAt = (at: number) => wallClock(new Date(at), timeZone).getTime() - at;
      const offsets = weeks.map(offsetAt);
      return weeks
        .filter((_week, at) => offsets[at] !== (offsets[at + 1] ?? offsets[at]))
        .flatMap((week) => Array.from({ length: 8 }, (_, day) => week + day * DAY_MS))
        .map((day) => new Date(day).toISOString().slice(0, 10))
        .filter((day) => {
          const start = startOfDay(day, timeZone);
          const before = dayOf(new Date(start.getTime() - 1), timeZone);
          return dayOf(start, timeZone) !== day || before !== addDays(day, -1);
        })
        .map((day) => `${timeZone} ${day}`);
    });
    expect(wrong).toEqual([]);
  });
});

describe('the instant of a local time', () => {
  it.each([
    ['2026-03-29T01:59', 'Europe/Berlin', '2026-03-29T00:59:00.000Z'],
    // Skipped: as if the clock had not been changed yet.
    ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['2026-03-08T02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
    ['2026-03-08T03:00', 'America/New_York', '2026-03-08T07:00:00.000Z'],
    // Repeated: the first.
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
  ])('%s in %s is %s', (wall, zone, instant) =>
    expect(instantOf(Date.parse(`${wall}:00Z`), zone).toISOString()).toBe(instant),
  );
});

it.each([
  ['Asia/Tokyo', '2026-11-21'],
  ['UTC', '2026-11-20'],
])('the day in %s is %s', (timeZone, day) =>
  expect(dayOf(new Date('2026-11-20T16:00:00Z'), timeZone)).toBe(day),
);

describe('days without a time', () => {
  it.each([
    ['2026-12-30', 3, '2027-01-02'],
    ['2026-12-30', 7, '2027-01-06'],
    ['2026-02-28', 1, '2026-03-01'],
    ['2026-03-01', -1, '2026-02-28'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2027-03-01', -1, '2027-02-28'],
  ])('%s and %i days is %s', (day, days, expected) => expect(addDays(day, days)).toBe(expected));

  it('keep 29 February on the 28th of a year without it', () => {
    expect(yearlyDay(2028, '02-29')).toBe('2028-02-29');
    expect(yearlyDay(2027, '02-29')).toBe('2027-02-28');
    expect(yearlyDay(2027, '12-31')).toBe('2027-12-31');
  });
});
