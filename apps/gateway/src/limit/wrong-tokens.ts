import { Injectable } from '@nestjs/common';
import { InjectConfig, ProblemError } from '@engawa/service-kit';
import type { GatewayConfig } from '../gateway.config';
import { RateLimiter } from './rate-limiter';

/** Counts the tokens that are wrong, by network: whoever invents them has few attempts. */
@Injectable()
export class WrongTokens {
  private readonly limiter: RateLimiter;

  constructor(@InjectConfig() config: Pick<GatewayConfig, 'WRONG_TOKEN_LIMIT'>) {
    this.limiter = new RateLimiter(config.WRONG_TOKEN_LIMIT);
  }

  /** Counts a token that is wrong, or may be. Throws 429 `gateway.rate.limited` beyond the limit. */
  count(network: string): void {
    const { allowed, resetIn } = this.limiter.take(network);
    if (allowed) return;
    throw new ProblemError('gateway.rate.limited', {
      params: { seconds: resetIn },
      headers: { 'retry-after': String(resetIn) },
    });
  }

  /** The counted token was not wrong after all. */
  forgive(network: string): void {
    this.limiter.giveBack(network);
  }
}
