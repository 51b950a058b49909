import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AccessClaims } from '@engawa/contracts';
import { ProblemError } from '@engawa/service-kit';
import type { GatewayConfig } from '../gateway.config';
import { OpenRequests } from './open-requests';
import { RateLimiter, type Allowance } from './rate-limiter';

const loopback = /^(?:127\.|::1$|::ffff:127\.)/;

export type LimitHeaders = Readonly<Record<string, string>>;

/** The limits per caller. */
export class RequestLimits {
  private readonly everywhere: RateLimiter;
  private readonly auth: RateLimiter;
  private readonly ofAddress: OpenRequests;
  private readonly ofStaff: OpenRequests;
  private readonly uploadsOfStaff: OpenRequests;
  /** Seconds after which the body of an open request has arrived or been abandoned. */
  private readonly retrySeconds: number;
  private readonly exemptLoopback: boolean;

  constructor(config: GatewayConfig) {
    this.everywhere = new RateLimiter(config.RATE_LIMIT);
    this.auth = new RateLimiter(config.AUTH_RATE_LIMIT);
    this.ofAddress = new OpenRequests(config.OPEN_REQUESTS_PER_ADDRESS);
    this.ofStaff = new OpenRequests(config.OPEN_REQUESTS_PER_STAFF);
    this.uploadsOfStaff = new OpenRequests(config.UPLOADS_PER_STAFF);
    this.retrySeconds = Math.ceil(config.BODY_TIMEOUT / 1000);
    this.exemptLoopback = config.RATE_LIMIT_EXEMPT === 'loopback';
  }

  /** Counts a request; returns its `RateLimit-*` headers. Throws 429 `gateway.rate.limited`. */
  take(request: { prefix: string; ip: string; claims: AccessClaims | null }): LimitHeaders {
    if (request.prefix === 'auth') return refuseBeyond(this.auth.take(request.ip));
    const caller = request.claims ? request.claims.sid : request.ip;
    const allowance = this.everywhere.take(caller);
    if (this.exemptLoopback && loopback.test(request.ip)) return headersOf(allowance);
    return refuseBeyond(allowance);
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

/** After draft-ietf-httpapi-ratelimit-headers-10. */
function headersOf(allowance: Allowance): LimitHeaders {
  const { limit, remaining, resetIn } = allowance;
  return {
    'ratelimit-policy': `"default";q=${limit};w=60`,
    ratelimit: `"default";r=${remaining};t=${resetIn}`,
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
