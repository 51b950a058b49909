import { monthOf, periodOf, periodsOf } from './month.rules';

it.each([
  ['2026-10-31T14:59:59.999Z', 'Asia/Tokyo', '2026-10'],
  ['2026-10-31T15:00:00.000Z', 'Asia/Tokyo', '2026-11'],
  ['2026-12-31T23:30:00.000Z', 'UTC', '2026-12'],
  ['2026-12-31T23:30:00.000Z', 'Asia/Tokyo', '2027-01'],
  ['2026-11-01T04:30:00.000Z', 'America/New_York', '2026-11'],
  ['2026-11-01T03:30:00.000Z', 'America/New_York', '2026-10'],
])('%s in %s lies in %s', (instant, timeZone, month) => {
  expect(monthOf(new Date(instant), timeZone)).toBe(month);
});

const zones = [
  'Asia/Tokyo',
  'America/New_York',
  'Asia/Kathmandu',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Etc/GMT+12',
];

it.each(zones)('counts each instant around borders in the month that %s has then', (timeZone) => {
  const months = ['2026-09', '2026-10', '2026-11', '2026-12'];
  const periods = new Map(months.map((month) => [month, periodsOf(month, timeZone)]));
  for (const border of ['2026-10-01T00:00:00Z', '2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z']) {
    for (let minutes = -20 * 60; minutes < 20 * 60; minutes += 7) {
      const instant = new Date(Date.parse(border) + minutes * 60_000);
      const period = periodOf(instant);
      const counted = months.filter((month) => periods.get(month)!.includes(period));
      expect(counted).toEqual([monthOf(instant, timeZone)]);
    }
  }
});

it('counts by the month alone where all time zones agree on it', () => {
  expect(periodOf(new Date('2026-11-01T12:00:00.000Z'))).toBe('2026-11');
  expect(periodOf(new Date('2026-11-30T09:59:59.999Z'))).toBe('2026-11');
  expect(periodOf(new Date('2026-11-01T11:59:59.999Z'))).toBe('2026-11-01T1145');
  expect(periodOf(new Date('2026-11-30T10:00:00.000Z'))).toBe('2026-11-30T1000');
});
