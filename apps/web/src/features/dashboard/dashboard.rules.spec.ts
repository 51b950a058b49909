import {
  addDays,
  dayIn,
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

  it('counts days in the time zone of the space', () => {
    const at = Date.parse('2026-11-20T16:00:00Z');
    expect(dayIn('Asia/Tokyo', at)).toBe('2026-11-21');
    expect(dayIn('UTC', at)).toBe('2026-11-20');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  });
});
