import { readTime } from './zoned-time.rules';

it.each([
  ['2026-11-21 14:30', '2026-11-21T05:30:00.000Z'],
  ['2026-11-21 14:30:15', '2026-11-21T05:30:15.000Z'],
  ['2026/11/3 9:05', '2026-11-03T00:05:00.000Z'],
  ['2026年11月21日 14時30分', '2026-11-21T05:30:00.000Z'],
  ['２０２６／１１／２１　１４：３０', '2026-11-21T05:30:00.000Z'],
  ['2026-11-21', '2026-11-20T15:00:00.000Z'],
  ['2026-11-21T14:30:00Z', '2026-11-21T14:30:00.000Z'],
  ['2026-11-21T14:30:00+09:00', '2026-11-21T05:30:00.000Z'],
])('reads %s by the clock of Tokyo', (text, instant) => {
  expect(readTime(text, 'Asia/Tokyo')?.toISOString()).toBe(instant);
});

it('follows summer time', () => {
  const newYork = (text: string) => readTime(text, 'America/New_York')?.toISOString();
  expect(newYork('2026-07-01 12:00')).toBe('2026-07-01T16:00:00.000Z');
  expect(newYork('2026-12-01 12:00')).toBe('2026-12-01T17:00:00.000Z');
});

it.each(['', 'yesterday', '2026-02-30', '2026-13-01', '2026-11-21 25:00', '21.11.2026', '14:30'])(
  '%j is no time',
  (text) => {
    expect(readTime(text, 'Asia/Tokyo')).toBeNull();
  },
);
