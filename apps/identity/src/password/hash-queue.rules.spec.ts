import { expectedWait, hashConcurrency, MAX_WAIT_MS } from './hash-queue.rules';

describe('expectedWait (IDN-4)', () => {
  const load = { running: 2, waiting: 0, concurrency: 2, duration: 50 };

  it('is zero while a slot is free', () => {
    expect(expectedWait({ ...load, running: 1 })).toBe(0);
  });

  it('grows with the queue and with the time of a hash', () => {
    expect(expectedWait(load)).toBe(25);
    expect(expectedWait({ ...load, waiting: 79 })).toBe(MAX_WAIT_MS);
    expect(expectedWait({ ...load, waiting: 7, duration: 500 })).toBe(MAX_WAIT_MS);
  });
});

describe('hashConcurrency', () => {
  it('leaves a core and a thread of the pool to other work', () => {
    expect([1, 2, 4, 64].map(hashConcurrency)).toEqual([1, 1, 3, 3]);
  });
});
