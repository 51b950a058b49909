import { networkPolicy, pairPolicy, waitBefore, withFailure } from './attempt.rules';

const start = Date.UTC(2026, 10, 21);

function failing(times: number, everyMs = 0) {
  let record = null as ReturnType<typeof withFailure> | null;
  for (let n = 0; n < times; n += 1) record = withFailure(record, pairPolicy, start + n * everyMs);
  return record;
}

describe('waitBefore (IDN-4)', () => {
  it('lets the first mistakes pass, then doubles the pause', () => {
    expect(waitBefore(failing(4), pairPolicy, start)).toBe(0);
    expect(waitBefore(failing(5), pairPolicy, start)).toBe(1_000);
    expect(waitBefore(failing(6), pairPolicy, start)).toBe(2_000);
    expect(waitBefore(failing(8), pairPolicy, start)).toBe(8_000);
    expect(waitBefore(failing(8), pairPolicy, start + 7_999)).toBe(1);
    expect(waitBefore(failing(8), pairPolicy, start + 8_000)).toBe(0);
  });

  it('locks for a quarter of an hour after ten', () => {
    expect(waitBefore(failing(10), pairPolicy, start)).toBe(15 * 60_000);
    expect(waitBefore(failing(10), pairPolicy, start + 15 * 60_000)).toBe(0);
  });

  it('forgets mistakes after a while', () => {
    expect(waitBefore(failing(9), pairPolicy, start + 15 * 60_000)).toBe(0);
    expect(withFailure(failing(9), pairPolicy, start + 15 * 60_000).failures).toBe(1);
  });

  it('gives an office behind one address a hundred mistakes', () => {
    expect(waitBefore({ failures: 99, lastAt: start }, networkPolicy, start)).toBe(0);
    expect(waitBefore({ failures: 100, lastAt: start }, networkPolicy, start)).toBeGreaterThan(0);
  });
});
