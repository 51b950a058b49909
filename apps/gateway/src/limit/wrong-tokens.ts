import { Injectable } from '@nestjs/common';
import { InjectConfig, ProblemError } from '@engawa/service-kit';
import type { GatewayConfig } from '../gateway.config';
import { RateLimiter } from './rate-limiter';

/** Counts invalid tokens per network, to limit guessing. */
@Injectable()
export class WrongTokens {
  private readonly limiter: RateLimiter;

  constructor(@InjectConfig() config: Pick<GatewayConfig, 'WRONG_TOKEN_LIMIT'>) {
    this.limiter = new RateLimiter(config.WRONG_TOKEN_LIMIT);
  }

  /**
   * Counts a token that is, or may be, invalid. Throws 429 `gateway.rate.limited` above the limit.
   */
  count(network: string): void {
    const { allowed, resetIn } = this.limiter.take(network);
    if (allowed) return;
    throw new ProblemError('gateway.rate.limited', {
      params: { seconds: resetIn },
      headers: { 'retry-after': String(resetIn) },
    });
  }

  /** Undoes the count: the token was valid. */
  forgive(network: string): void {
    this.limiter.giveBack(network);
  }
}
