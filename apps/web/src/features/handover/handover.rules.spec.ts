import { todayArgsOf, readRange } from './handover.rules';

describe('today', () => {
  it('reads its range from the address, and begins where one was last', () => {
    expect(readRange(new URLSearchParams())).toBe('last');
    expect(readRange(new URLSearchParams('since=week'))).toBe('week');
    expect(readRange(new URLSearchParams('since=2020'))).toBe('last');
  });

  it('asks for a moment, or leaves it to the server', () => {
    const now = Date.parse('2026-11-21T01:00:00.000Z');
    expect(todayArgsOf('last', now)).toEqual({});
    expect(todayArgsOf('day', now)).toEqual({ since: '2026-11-20T01:00:00.000Z' });
    expect(todayArgsOf('month', now)).toEqual({ since: '2026-10-22T01:00:00.000Z' });
  });
});
