import { createIntl } from 'react-intl';
import { firstOfDays } from './day-starts';

const starts = (timeZone: string, ...talks: string[]) => {
  const intl = createIntl({ locale: 'ja', defaultLocale: 'ja', timeZone });
  return [
    ...firstOfDays(
      intl,
      talks.map((talkedAt) => ({ id: talkedAt, talkedAt })),
    ),
  ];
};

describe('the first post of a day', () => {
  it('is found by the day of the reader', () => {
    const [evening, afternoon] = ['2026-11-21T15:30:00.000Z', '2026-11-21T06:00:00.000Z'];
    expect(starts('UTC', evening, afternoon)).toEqual([evening]);
    expect(starts('Asia/Tokyo', evening, afternoon)).toEqual([evening, afternoon]);
  });

  it('is found across the end of a year, and where the date before is of another year', () => {
    const talks = [
      '2027-01-01T00:30:00.000Z',
      '2026-12-31T23:30:00.000Z',
      '2025-12-31T23:30:00.000Z',
    ];
    expect(starts('UTC', ...talks)).toEqual(talks);
  });

  it('is found on days of 25 and of 23 hours', () => {
    const long = [
      '2026-11-02T04:59:00.000Z',
      '2026-11-01T04:00:00.000Z',
      '2026-11-01T03:59:00.000Z',
    ];
    expect(starts('America/New_York', ...long)).toEqual([long[0], long[2]]);
    const short = [
      '2026-03-09T04:00:00.000Z',
      '2026-03-09T03:59:00.000Z',
      '2026-03-08T05:00:00.000Z',
    ];
    expect(starts('America/New_York', ...short)).toEqual(short.slice(0, 2));
  });
});
