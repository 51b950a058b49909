import { monthOf } from './month.rules';

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
