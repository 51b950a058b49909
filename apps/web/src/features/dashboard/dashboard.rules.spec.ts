import {
  periodDays,
  postsPath,
  weeksOf,
  isWeekend,
  largestOf,
  lengthOf,
  periodEnd,
  readDashboardAddress,
  unitFor,
} from './dashboard.rules';

describe('the dashboard’s range', () => {
  it('is the last 30 days unless the address says otherwise', () => {
    const address = readDashboardAddress(new URLSearchParams(), '2026-11-21');
    expect(address).toEqual({
      from: '2026-10-23',
      until: '2026-11-21',
      unit: 'day',
      deactivated: false,
    });
    expect(lengthOf(address.from, address.until)).toBe(30);
  });

  it('reads nonsense as absent, turned ends as meant, and keeps within what is served', () => {
    const read = (text: string) => readDashboardAddress(new URLSearchParams(text), '2026-11-21');
    expect(read('from=x&until=2026-99-99')).toMatchObject({ until: '2026-11-21' });
    expect(read('from=2026-11-10&until=2026-11-01')).toMatchObject({
      from: '2026-11-01',
      until: '2026-11-10',
    });
    for (const day of ['2026-02-30', '0999-01-01']) {
      expect(read(`from=${day}&until=${day}`)).toEqual(read(''));
    }
    expect(read('until=1000-01-05')).toMatchObject({ from: '1000-01-05', until: '1000-01-05' });
    const long = read('from=2000-01-01&until=2026-01-01');
    expect(lengthOf(long.from, long.until)).toBe(1_100);
  });

  it('chooses periods that can be read', () => {
    expect(unitFor('2026-11-01', '2026-11-30')).toBe('day');
    expect(unitFor('2026-06-01', '2026-11-30')).toBe('week');
    expect(unitFor('2025-06-01', '2026-11-30')).toBe('month');
  });

  it('knows where a period ends', () => {
    expect(periodEnd('2026-11-16', 'week', '2026-11-30')).toBe('2026-11-22');
    expect(periodEnd('2026-11-18', 'week', '2026-11-30')).toBe('2026-11-22');
    expect(periodEnd('2026-11-16', 'week', '2026-11-20')).toBe('2026-11-20');
    expect(periodEnd('2026-02-01', 'month', '2026-11-30')).toBe('2026-02-28');
    expect(periodEnd('2026-11-16', 'day', '2026-11-30')).toBe('2026-11-16');
  });
});

describe('the posts that a mark counts', () => {
  it('are those of the search page with the same filter', () => {
    expect(
      postsPath({ label: 'none', from: '2026-11-01', until: '2026-11-02', x: undefined }),
    ).toBe('/search?kind=post&label=none&from=2026-11-01&until=2026-11-02');
  });

  it.each([
    // The week of 1 November 2026, a Sunday, starts in October.
    ['week', '2026-10-26', '2026-11-01', '2026-11-01'],
    ['week', '2026-11-02', '2026-11-02', '2026-11-08'],
    ['week', '2026-11-30', '2026-11-30', '2026-12-02'],
    ['month', '2026-12-01', '2026-12-01', '2026-12-02'],
    ['month', '2026-11-01', '2026-11-01', '2026-11-30'],
    ['day', '2026-11-05', '2026-11-05', '2026-11-05'],
  ] as const)('of a %s from %s lie within the range', (unit, first, from, until) => {
    const address = { from: '2026-11-01', until: '2026-12-02', unit, deactivated: false };
    expect(periodDays(first, address)).toEqual({ from, until });
  });
});

describe('weeks', () => {
  it('begin on Monday and are cut at the ends of the range', () => {
    const weeks = weeksOf({ from: '2026-11-20', until: '2026-11-24' }, [1, 2, 0, 4, 5]);
    expect(weeks).toEqual([
      {
        from: '2026-11-20',
        until: '2026-11-22',
        total: 3,
        days: [
          ...[null, null, null, null],
          { day: '2026-11-20', count: 1 },
          { day: '2026-11-21', count: 2 },
          { day: '2026-11-22', count: 0 },
        ],
      },
      {
        from: '2026-11-23',
        until: '2026-11-24',
        total: 9,
        days: [
          { day: '2026-11-23', count: 4 },
          { day: '2026-11-24', count: 5 },
          ...[null, null, null, null, null],
        ],
      },
    ]);
  });

  it('hold a single day and a whole year', () => {
    expect(weeksOf({ from: '2026-11-21', until: '2026-11-21' }, [7])).toHaveLength(1);
    const year = weeksOf({ from: '2026-01-01', until: '2026-12-31' }, Array(365).fill(1));
    expect(year.reduce((sum, { total }) => sum + total, 0)).toBe(365);
  });
});

describe('series of a chart', () => {
  const row = (total: number, ...byPeriod: number[]) => ({ total, byPeriod });

  it('are the five largest, and the sum of the others', () => {
    const rows = [row(1, 1, 0), row(7, 3, 4), row(2, 0, 2), row(6), row(5), row(4), row(3)];
    const { own, others } = largestOf(rows);
    expect(own.map(({ total }) => total)).toEqual([7, 6, 5, 4, 3]);
    expect(others).toEqual({ total: 3, byPeriod: [1, 2] });
    expect(largestOf(rows.slice(0, 5)).others).toBeNull();
  });

  it('are marked on Saturdays and Sundays', () => {
    const days = ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'];
    expect(days.map(isWeekend)).toEqual([false, true, true, false]);
  });
});
