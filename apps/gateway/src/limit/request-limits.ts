import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AccessClaims } from '@engawa/contracts';
import { ProblemError, networkOf } from '@engawa/service-kit';
import type { GatewayConfig } from '../gateway.config';
import { OpenRequests } from './open-requests';
import { WINDOW_SECONDS, type RateCounter } from './rate-counter';
import { RateLimiter, type Allowance } from './rate-limiter';

const loopback = /^(?:127\.|::1$|::ffff:127\.)/;

/** Requests under `/api/v1/auth`, and all others. */
type Policy = 'auth' | 'default';

export type LimitHeaders = Readonly<Record<string, string>>;

/** The limits per caller. Requests are counted by all replicas together, open ones by each. */
export class RequestLimits {
  private readonly limiters: Readonly<Record<Policy, RateLimiter>>;
  private readonly ofAddress: OpenRequests;
  private readonly ofStaff: OpenRequests;
  private readonly uploadsOfStaff: OpenRequests;
  /** Seconds after which the body of an open request has arrived or been abandoned. */
  private readonly retrySeconds: number;
  private readonly exemptLoopback: boolean;

  constructor(config: GatewayConfig, counterOf: (policy: Policy) => RateCounter) {
    this.limiters = {
      default: new RateLimiter(config.RATE_LIMIT, counterOf('default')),
      auth: new RateLimiter(config.AUTH_RATE_LIMIT, counterOf('auth')),
    };
    this.ofAddress = new OpenRequests(config.OPEN_REQUESTS_PER_ADDRESS);
    this.ofStaff = new OpenRequests(config.OPEN_REQUESTS_PER_STAFF);
    this.uploadsOfStaff = new OpenRequests(config.UPLOADS_PER_STAFF);
    this.retrySeconds = Math.ceil(config.BODY_TIMEOUT / 1000);
    this.exemptLoopback = config.RATE_LIMIT_EXEMPT === 'loopback';
  }

  /**
   * Counts a request; returns its `RateLimit` headers. Throws 429 `gateway.rate.limited`. Without a
   * session, the caller is the network of the address.
   */
  async take(request: {
    prefix: string;
    ip: string;
    claims: AccessClaims | null;
  }): Promise<LimitHeaders> {
    const policy = request.prefix === 'auth' ? 'auth' : 'default';
    const session = policy === 'default' && request.claims?.sid;
    const allowance = await this.limiters[policy].take(session || networkOf(request.ip));
    const headers = headersOf(policy, allowance);
    const isExempt = policy === 'default' && this.exemptLoopback && loopback.test(request.ip);
    if (allowance.allowed || isExempt) return headers;
    throw new ProblemError('gateway.rate.limited', {
      params: { seconds: allowance.resetIn },
      headers: { ...headers, 'retry-after': String(allowance.resetIn) },
    });
  }

  /** Counts a request of an address until its body is received. Throws 429 above the limit. */
  admitAddress(ip: string, raw: IncomingMessage): void {
    this.refuseUnless(this.ofAddress.admitUntilReceived(ip, raw));
  }

  /** The same per staff member. */
  admitStaff(staff: string, raw: IncomingMessage): void {
    this.refuseUnless(this.ofStaff.admitUntilReceived(staff, raw));
  }

  /** Counts an upload of a staff member until it is answered. Throws 429 above the limit. */
  admitUpload(staff: string, response: ServerResponse): void {
    this.refuseUnless(this.uploadsOfStaff.admitUntilAnswered(staff, response));
  }

  private refuseUnless(admitted: boolean): void {
    if (admitted) return;
    throw new ProblemError('gateway.rate.limited', {
      params: { seconds: this.retrySeconds },
      headers: { 'retry-after': String(this.retrySeconds), connection: 'close' },
    });
  }
}

/** After draft-ietf-httpapi-ratelimit-headers. */
function headersOf(policy: Policy, { limit, remaining, resetIn }: Allowance): LimitHeaders {
  return {
    'ratelimit-policy': `"${policy}";q=${limit};w=${WINDOW_SECONDS}`,
    ratelimit: `"${policy}";r=${remaining};t=${resetIn}`,
  };
}
