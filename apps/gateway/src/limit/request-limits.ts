import type { AccessClaims } from '@engawa/contracts';
import { ProblemError } from '@engawa/service-kit';
import type { GatewayConfig } from '../gateway.config';
import { RateLimiter, type Allowance } from './rate-limiter';

const loopback = /^(?:127\.|::1$|::ffff:127\.)/;

export type LimitHeaders = Readonly<Record<string, string>>;

/** How much one caller may ask. */
export class RequestLimits {
  private readonly everywhere: RateLimiter;
  private readonly auth: RateLimiter;
  private readonly exemptLoopback: boolean;

  constructor(config: GatewayConfig) {
    this.everywhere = new RateLimiter(config.RATE_LIMIT);
    this.auth = new RateLimiter(config.AUTH_RATE_LIMIT);
    this.exemptLoopback = config.RATE_LIMIT_EXEMPT === 'loopback';
  }

  /** Counts a request; answers its `RateLimit-*` headers. Throws 429 `gateway.rate.limited`. */
  take(request: { prefix: string; ip: string; claims: AccessClaims | null }): LimitHeaders {
    if (request.prefix === 'auth') return refuseBeyond(this.auth.take(request.ip));
    const caller = request.claims ? request.claims.sid : request.ip;
    const allowance = this.everywhere.take(caller);
    if (this.exemptLoopback && loopback.test(request.ip)) return headersOf(allowance);
    return refuseBeyond(allowance);
  }
}

function headersOf(allowance: Allowance): LimitHeaders {
  return {
    'ratelimit-limit': String(allowance.limit),
    'ratelimit-remaining': String(allowance.remaining),
    'ratelimit-reset': String(allowance.resetIn),
  };
}

function refuseBeyond(allowance: Allowance): LimitHeaders {
  const headers = headersOf(allowance);
  if (allowance.allowed) return headers;
  throw new ProblemError('gateway.rate.limited', {
    params: { seconds: allowance.resetIn },
    headers: { ...headers, 'retry-after': String(allowance.resetIn) },
  });
}
