import { Line } from './line';

describe('the time since an outage', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('begins when the server is back after more than a moment', () => {
    const line = new Line();
    jest.advanceTimersByTime(10_000);
    line.opened();
    // The first time it was only awaited.
    expect(line.sinceOutage).toBe(Infinity);
    line.lost();
    jest.advanceTimersByTime(1_000);
    line.opened();
    expect(line.sinceOutage).toBe(Infinity);
    line.lost();
    jest.advanceTimersByTime(1_500);
    line.lost();
    jest.advanceTimersByTime(1_500);
    line.opened();
    jest.advanceTimersByTime(700);
    expect(line.sinceOutage).toBe(700);
  });
});
