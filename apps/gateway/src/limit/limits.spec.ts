import { ProblemError } from '@engawa/service-kit';
import { gatewayConfig } from '../gateway.config';
import { RateLimiter } from './rate-limiter';
import { RequestLimits } from './request-limits';

describe('RateLimiter', () => {
  it('allows so many in a window, then waits for the next', () => {
    let now = 0;
    const limiter = new RateLimiter(2, 60_000, () => now);
    expect(limiter.take('a')).toEqual({ allowed: true, limit: 2, remaining: 1, resetIn: 60 });
    now += 10_000;
    expect(limiter.take('a')).toMatchObject({ allowed: true, remaining: 0, resetIn: 50 });
    expect(limiter.take('a')).toMatchObject({ allowed: false, remaining: 0 });
    expect(limiter.take('b')).toMatchObject({ allowed: true });
    now += 50_000;
    expect(limiter.take('a')).toMatchObject({ allowed: true, remaining: 1 });
  });

  it('forgets callers whose window is over', () => {
    let now = 0;
    const limiter = new RateLimiter(2, 1_000, () => now);
    for (let i = 0; i < 1_000; i += 1) limiter.take(`caller-${i}`);
    now += 2_000;
    limiter.take('one');
    expect((limiter as unknown as { windows: Map<string, unknown> }).windows.size).toBe(1);
  });
});

describe('RequestLimits', () => {
  const limitsOf = (env: Record<string, string>) => new RequestLimits(gatewayConfig.parse(env));
  const codeOf = (work: () => unknown) => {
    try {
      work();
      return null;
    } catch (error) {
      return (error as ProblemError).code;
    }
  };

  it('counts each session apart, and those without one by address', () => {
    const limits = limitsOf({ RATE_LIMIT: '1' });
    const ask = (sid: string | null, ip: string) =>
      codeOf(() => limits.take({ prefix: 'posts', ip, claims: sid ? ({ sid } as never) : null }));
    expect(ask('s1', '203.0.113.1')).toBeNull();
    expect(ask('s1', '203.0.113.2')).toBe('gateway.rate.limited');
    expect(ask('s2', '203.0.113.1')).toBeNull();
    expect(ask(null, '203.0.113.1')).toBeNull();
    expect(ask(null, '203.0.113.1')).toBe('gateway.rate.limited');
  });

  it('spares the machine itself, except where passwords are tried', () => {
    const limits = limitsOf({ RATE_LIMIT: '1', AUTH_RATE_LIMIT: '1' });
    const ask = (prefix: string) =>
      codeOf(() => limits.take({ prefix, ip: '127.0.0.1', claims: null }));
    for (let i = 0; i < 5; i += 1) expect(ask('posts')).toBeNull();
    expect(ask('auth')).toBeNull();
    expect(ask('auth')).toBe('gateway.rate.limited');
    const strict = limitsOf({ RATE_LIMIT: '1', RATE_LIMIT_EXEMPT: 'none' });
    const take = () => strict.take({ prefix: 'posts', ip: '127.0.0.1', claims: null });
    expect(codeOf(take)).toBeNull();
    expect(codeOf(take)).toBe('gateway.rate.limited');
  });
});
