import { ProblemError } from '@engawa/service-kit';
import { gatewayConfig } from '../gateway.config';
import { noCounter, type Count, type RateCounter } from './rate-counter';
import { RateLimiter } from './rate-limiter';
import { RequestLimits } from './request-limits';

/** Counts like the database, and records what it is asked. */
class MemoryCounter implements RateCounter {
  readonly reservations: number[] = [];
  private readonly windows = new Map<string, { points: number; endsAt: number }>();

  constructor(private readonly now: () => number = Date.now) {}

  async add(key: string, points: number): Promise<Count | null> {
    this.reservations.push(points);
    const current = this.windows.get(key);
    const window =
      current && current.endsAt > this.now() ? current : { points: 0, endsAt: this.now() + 60_000 };
    window.points += points;
    this.windows.set(key, window);
    await Promise.resolve();
    return { points: window.points, resetIn: window.endsAt - this.now() };
  }
}

const takeMany = async (limiter: RateLimiter, count: number, caller = 'a') => {
  const taken = await Promise.all(Array.from({ length: count }, () => limiter.take(caller)));
  return taken.filter(({ allowed }) => allowed).length;
};

describe('RateLimiter', () => {
  it('allows the limit in a window, then waits for the next', async () => {
    let now = 0;
    const limiter = new RateLimiter(2, new MemoryCounter(() => now), () => now);
    expect(await limiter.take('a')).toEqual({ allowed: true, limit: 2, remaining: 1, resetIn: 60 });
    now += 10_000;
    expect(await limiter.take('a')).toMatchObject({ allowed: true, remaining: 0, resetIn: 50 });
    expect(await limiter.take('a')).toMatchObject({ allowed: false, remaining: 0 });
    expect(await limiter.take('b')).toMatchObject({ allowed: true });
    now += 50_000;
    expect(await limiter.take('a')).toMatchObject({ allowed: true, remaining: 1 });
  });

  it('forgets callers whose window is over', async () => {
    let now = 0;
    const limiter = new RateLimiter(2, new MemoryCounter(() => now), () => now);
    for (let i = 0; i < 1_000; i += 1) await limiter.take(`caller-${i}`);
    now += 61_000;
    await limiter.take('one');
    expect((limiter as unknown as { windows: Map<string, unknown> }).windows.size).toBe(1);
  });

  it('allows the limit once for two replicas, and ends with the window of the first', async () => {
    let now = 0;
    const counter = new MemoryCounter(() => now);
    const one = new RateLimiter(150, counter, () => now);
    expect(await takeMany(one, 100)).toBe(100);
    now += 20_000;
    const other = new RateLimiter(150, counter, () => now);
    expect(await other.take('a')).toMatchObject({ allowed: true, remaining: 49, resetIn: 40 });
    expect((await takeMany(one, 100)) + (await takeMany(other, 100))).toBe(49);
    now += 40_000;
    expect(await other.take('a')).toMatchObject({ allowed: true, remaining: 149, resetIn: 60 });
  });

  it('reserves shares of a high limit, and the next share before one is used up', async () => {
    const counter = new MemoryCounter();
    const limiter = new RateLimiter(1_000, counter);
    for (let i = 0; i < 5; i += 1) await limiter.take('a');
    expect(counter.reservations).toEqual([10]);
    await limiter.take('a');
    expect(counter.reservations).toEqual([10, 10]);
    // The whole limit, with one question for ten requests.
    expect(await takeMany(limiter, 2_000)).toBe(994);
    expect(counter.reservations.length).toBeLessThan(105);
  });

  it('asks once for all requests that wait', async () => {
    const counter = new MemoryCounter();
    const limiter = new RateLimiter(100, counter);
    expect(await takeMany(limiter, 500)).toBe(100);
    expect(counter.reservations).toEqual([1, 499]);
    expect(await takeMany(limiter, 10)).toBe(0);
    expect(counter.reservations).toHaveLength(2);
  });

  it('counts alone from what it knows while the counter does not answer', async () => {
    const counter = new MemoryCounter();
    const one = new RateLimiter(100, counter);
    const other = new RateLimiter(100, counter);
    expect(await takeMany(one, 60)).toBe(60);
    expect(await takeMany(other, 10)).toBe(10);
    counter.add = async () => null;
    expect(await takeMany(one, 100)).toBe(40);
    expect(await takeMany(other, 100)).toBe(30);
    expect(await takeMany(one, 200, 'b')).toBe(100);
  });

  it('does not allow again, when the counter is back, what it allowed alone', async () => {
    const counter = new MemoryCounter();
    const limiter = new RateLimiter(100, counter);
    const { add } = counter;
    counter.add = async () => null;
    expect(await takeMany(limiter, 70)).toBe(70);
    counter.add = add;
    expect(await takeMany(limiter, 100)).toBe(30);
  });

  it('allows again what is given back', async () => {
    const limiter = new RateLimiter(1, new MemoryCounter());
    expect(await takeMany(limiter, 2)).toBe(1);
    limiter.refund('a');
    expect(await takeMany(limiter, 2)).toBe(1);
  });
});

describe('RequestLimits', () => {
  const limitsOf = (env: Record<string, string>) =>
    new RequestLimits(gatewayConfig.parse(env), () => noCounter);
  const codeOf = async (work: () => Promise<unknown>) => {
    try {
      await work();
      return null;
    } catch (error) {
      return (error as ProblemError).code;
    }
  };

  it('counts each session apart, and those without one by network', async () => {
    const limits = limitsOf({ RATE_LIMIT: '1' });
    const ask = (sid: string | null, ip: string) =>
      codeOf(() => limits.take({ prefix: 'posts', ip, claims: sid ? ({ sid } as never) : null }));
    expect(await ask('s1', '203.0.113.1')).toBeNull();
    expect(await ask('s1', '203.0.113.2')).toBe('gateway.rate.limited');
    expect(await ask('s2', '203.0.113.1')).toBeNull();
    expect(await ask(null, '203.0.113.1')).toBeNull();
    expect(await ask(null, '203.0.113.1')).toBe('gateway.rate.limited');
    expect(await ask(null, '203.0.113.2')).toBeNull();
    expect(await ask(null, '2001:db8::1')).toBeNull();
    expect(await ask(null, '2001:db8::2')).toBe('gateway.rate.limited');
  });

  it('sends the policy and what is left of it', async () => {
    const limits = limitsOf({ RATE_LIMIT: '5', AUTH_RATE_LIMIT: '3' });
    const request = { ip: '203.0.113.1', claims: null };
    expect(await limits.take({ ...request, prefix: 'posts' })).toEqual({
      'ratelimit-policy': '"default";q=5;w=60',
      ratelimit: '"default";r=4;t=60',
    });
    expect(await limits.take({ ...request, prefix: 'auth' })).toEqual({
      'ratelimit-policy': '"auth";q=3;w=60',
      ratelimit: '"auth";r=2;t=60',
    });
  });

  it('exempts loopback, except for sign-ins', async () => {
    const limits = limitsOf({ RATE_LIMIT: '1', AUTH_RATE_LIMIT: '1' });
    const ask = (prefix: string) =>
      codeOf(() => limits.take({ prefix, ip: '127.0.0.1', claims: null }));
    for (let i = 0; i < 5; i += 1) expect(await ask('posts')).toBeNull();
    expect(await ask('auth')).toBeNull();
    expect(await ask('auth')).toBe('gateway.rate.limited');
    const strict = limitsOf({ RATE_LIMIT: '1', RATE_LIMIT_EXEMPT: 'none' });
    const take = () => strict.take({ prefix: 'posts', ip: '127.0.0.1', claims: null });
    expect(await codeOf(take)).toBeNull();
    expect(await codeOf(take)).toBe('gateway.rate.limited');
  });
});
