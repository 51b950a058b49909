import { monthBounds, monthOf } from './month.rules';

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

it.each([
  ['2026-11', 'Asia/Tokyo', '2026-10-31T15:00:00.000Z', '2026-11-30T15:00:00.000Z'],
  ['2026-12', 'Asia/Tokyo', '2026-11-30T15:00:00.000Z', '2026-12-31T15:00:00.000Z'],
  // Summer time begins and ends within these.
  ['2026-03', 'America/New_York', '2026-03-01T05:00:00.000Z', '2026-04-01T04:00:00.000Z'],
  ['2026-11', 'America/New_York', '2026-11-01T04:00:00.000Z', '2026-12-01T05:00:00.000Z'],
  ['2026-02', 'Asia/Kathmandu', '2026-01-31T18:15:00.000Z', '2026-02-28T18:15:00.000Z'],
])('%s in %s goes from %s to %s', (month, timeZone, from, to) => {
  const bounds = monthBounds(month, timeZone);
  expect([bounds.from.toISOString(), bounds.to.toISOString()]).toEqual([from, to]);
});
