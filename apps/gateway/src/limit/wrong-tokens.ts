import { Injectable } from '@nestjs/common';
import { InjectConfig, ProblemError } from '@engawa/service-kit';
import type { GatewayConfig } from '../gateway.config';
import { RateLimiter } from './rate-limiter';
import { RateStore } from './rate-store';

/** Counts invalid tokens per network, to limit guessing. */
@Injectable()
export class WrongTokens {
  private readonly limiter: RateLimiter;

  constructor(@InjectConfig() config: Pick<GatewayConfig, 'WRONG_TOKEN_LIMIT'>, store: RateStore) {
    this.limiter = new RateLimiter(config.WRONG_TOKEN_LIMIT, store.counter('wrong-token'));
  }

  /**
   * Counts a token that is, or may be, invalid. Throws 429 `gateway.rate.limited` above the limit.
   */
  async count(network: string): Promise<void> {
    const { allowed, resetIn } = await this.limiter.take(network);
    if (allowed) return;
    throw new ProblemError('gateway.rate.limited', {
      params: { seconds: resetIn },
      headers: { 'retry-after': String(resetIn) },
    });
  }

  /** Undoes the count: the token was valid. */
  forgive(network: string): void {
    this.limiter.refund(network);
  }
}
