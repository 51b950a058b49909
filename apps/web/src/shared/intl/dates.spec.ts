import { createIntl } from 'react-intl';
import {
  dayHeading,
  daysSince,
  exactDateTime,
  fromLocalField,
  relativeTime,
  relativeTimeLife,
  timeOfDay,
  toLocalField,
} from './dates';

const ja = createIntl({ locale: 'ja', timeZone: 'Asia/Tokyo' });
const en = createIntl({ locale: 'en', timeZone: 'Asia/Tokyo' });
const at = '2026-11-21T05:30:00.000Z';
const now = Date.parse(at);
const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** 2025 to 2027. */
const weeks = Array.from({ length: 157 }, (_, week) => Date.UTC(2025, 0) + week * WEEK_MS);

it('counts whole days', () => {
  const noon = Date.parse('2026-11-21T12:00:00Z');
  expect(daysSince('2026-11-20T12:00:01Z', noon)).toBe(0);
  expect(daysSince('2026-10-22T12:00:00Z', noon)).toBe(30);
  expect(daysSince('2026-11-22T12:00:00Z', noon)).toBe(0);
});

describe('dates', () => {
  it('are exact as the source writes them', () => {
    expect(exactDateTime(ja, at)).toBe('2026年11月21日 14:30');
    expect(exactDateTime(en, at).replace(/\u202f/g, ' ')).toBe('November 21, 2026 at 2:30 PM');
  });

  it.each([
    [20_000, 'たった今', 'now', 'now'],
    [5 * 60_000, '5分前', '5 minutes ago', '5m ago'],
    [3 * 3_600_000, '3時間前', '3 hours ago', '3h ago'],
    [26 * 3_600_000, '昨日', 'yesterday', 'yesterday'],
    [20 * 86_400_000, '11月1日', 'Nov 1', 'Nov 1'],
  ])('%d ms ago', (past, inJapanese, inEnglish, inLittleRoom) => {
    expect(relativeTime(ja, now - past, now)).toBe(inJapanese);
    expect(relativeTime(en, now - past, now)).toBe(inEnglish);
    expect(relativeTime(ja, now - past, now, 'narrow')).toBe(inJapanese);
    expect(relativeTime(en, now - past, now, 'narrow')).toBe(inLittleRoom);
  });

  it('head the posts of a day, in the zone of the space', () => {
    const late = '2026-11-20T15:30:00.000Z';
    expect(dayHeading(ja, late, now)).toBe('11月21日(土)');
    expect(dayHeading(en, late, now)).toBe('Saturday, November 21');
    expect(dayHeading(ja, '2025-01-05T00:00:00Z', now)).toBe('2025年1月5日(日)');
    expect(timeOfDay(ja, now - 12 * 60_000, now)).toBe('12分前');
    expect(timeOfDay(ja, now - 3 * 3_600_000, now)).toBe('11:30');
    expect(timeOfDay(ja, now + 3_600_000, now)).toBe('15:30');
  });

  it('say when they will read differently', () => {
    expect(relativeTimeLife(now - 90_000, now)).toBe(30_050);
    expect(relativeTimeLife(now - 2 * 3_600_000, now)).toBe(3_600_050);
  });

  it('go through a date and time field and back, in the zone of the space', () => {
    expect(toLocalField(ja, at)).toBe('2026-11-21T14:30');
    expect(fromLocalField(ja, '2026-11-21T14:30')).toBe(at);
    const york = createIntl({ locale: 'en', timeZone: 'America/New_York' });
    expect(fromLocalField(york, '2026-03-08T03:30')).toBe('2026-03-08T07:30:00.000Z');
    expect(fromLocalField(ja, 'nonsense')).toBeNull();
  });

  it.each([
    // Skipped by a change: as if it had not happened yet.
    ['2026-09-06T00:00', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
    ['2026-03-08T00:00', 'America/Havana', '2026-03-08T05:00:00.000Z'],
    ['2026-03-29T00:00', 'Atlantic/Azores', '2026-03-29T01:00:00.000Z'],
    ['2026-04-24T00:00', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
    ['2026-03-08T02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
    // Repeated: the first.
    ['2026-11-01T00:00', 'America/Havana', '2026-11-01T04:00:00.000Z'],
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ])('take %s in %s as %s', (value, timeZone, instant) =>
    expect(fromLocalField(createIntl({ locale: 'en', timeZone }), value)).toBe(instant),
  );

  it('begin each day near a change of each zone on that day', () => {
    const wrong = Intl.supportedValuesOf('timeZone').flatMap((timeZone) => {
      const intl = createIntl({ locale: 'en', timeZone });
      const offsetAt = (time: number) => Date.parse(`${toLocalField(intl, time)}Z`) - time;
      const offsets = weeks.map(offsetAt);
      return weeks
        .filter((_week, at) => offsets[at] !== (offsets[at + 1] ?? offsets[at]))
        .flatMap((week) => Array.from({ length: 8 }, (_, day) => week + day * DAY_MS))
        .map((day) => new Date(day).toISOString().slice(0, 10))
        .filter((day) => !toLocalField(intl, fromLocalField(intl, `${day}T00:00`)!).startsWith(day))
        .map((day) => `${timeZone} ${day}`);
    });
    expect(wrong).toEqual([]);
  });

  it.each(['0002', '0020', '0202'])('take the year %s, which is being typed', (year) => {
    const value = `${year}-11-21T14:30`;
    expect(toLocalField(ja, fromLocalField(ja, value)!)).toBe(value);
  });
});
