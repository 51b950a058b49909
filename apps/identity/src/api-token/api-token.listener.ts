import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { id, spaceId } from '@engawa/contracts';
import { OnQuestion } from '@engawa/events';
import { z } from 'zod';
import { AssistantTokenService } from '../assistant/assistant-token.service';
import { ApiTokenExchange } from './api-token-exchange.service';
import { ApiTokenUses } from './api-token-use.service';

const question = z.object({ token: z.string().max(300) });
const report = z.object({
  uses: z
    .array(z.object({ space: spaceId, tokenId: id, requests: z.int().min(1).max(10_000_000) }))
    .max(500),
});

/** Exchanges API tokens for access tokens, and counts their uses, for the gateway. */
@Controller()
export class ApiTokenListener {
  constructor(
    private readonly tokens: ApiTokenExchange,
    private readonly uses: ApiTokenUses,
    private readonly assistants: AssistantTokenService,
  ) {}

  /** `{ accessToken, expiresAt }` (epoch seconds), or null. */
  @OnQuestion('identity.exchangeApiToken')
  async exchange(@Payload() payload: unknown) {
    const { token } = question.parse(payload);
    return (await this.tokens.exchange(token)) ?? this.assistants.exchange(token);
  }

  /** Counts requests with API tokens; answers when they are written. */
  @OnQuestion('identity.countApiTokenUses')
  async count(@Payload() payload: unknown) {
    await this.uses.countUses(report.parse(payload).uses);
    return true;
  }
}
