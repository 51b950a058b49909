import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { OnQuestion } from '@engawa/events';
import { z } from 'zod';
import { ApiTokenService } from './api-token.service';

const question = z.object({ token: z.string().max(300) });

/** Exchanges API tokens for access tokens, for the gateway. */
@Controller()
export class ApiTokenListener {
  constructor(private readonly tokens: ApiTokenService) {}

  /** `{ accessToken, expiresAt }` (epoch seconds), or null. */
  @OnQuestion('identity.exchangeApiToken')
  exchange(@Payload() payload: unknown) {
    return this.tokens.exchange(question.parse(payload).token);
  }
}
