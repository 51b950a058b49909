import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import { createApiTokenAnswer, listApiTokensAnswer } from '@engawa/contracts';
import { Answer, Idempotent, Operation, Problems } from '@engawa/service-kit';
import { AccountOwner, type Caller } from '../caller/caller.rules';
import { ApiTokenPathDto, CreateApiTokenDto } from './api-token.dto';
import { ApiTokenService } from './api-token.service';

@Controller('api-tokens')
export class ApiTokenController {
  constructor(private readonly tokens: ApiTokenService) {}

  @Get()
  @Can('apiToken.manage')
  @Operation('listApiTokens', {
    summary: 'List API tokens',
    description:
      "Returns the API tokens of the space, newest first. A token's secret is never returned; `hint` holds its last four characters.",
  })
  @Answer(200, listApiTokensAnswer)
  async list(@CurrentStaff() caller: CurrentStaff) {
    return { items: await this.tokens.list(caller.space) };
  }

  @Post()
  @Can('apiToken.manage')
  @Idempotent()
  @Operation('createApiToken', {
    summary: 'Create an API token',
    description:
      'Creates a token with the given scopes. The token begins with `engawa_` and is returned only in this response; Engawa stores its hash.',
  })
  @Answer(201, createApiTokenAnswer)
  @Problems('identity.api-token.scope-forbidden', 'identity.api-token.expiry-past')
  create(@AccountOwner() caller: Caller, @Body() input: CreateApiTokenDto) {
    return this.tokens.create(caller, input);
  }

  @Delete(':tokenId')
  @Can('apiToken.manage')
  @Operation('revokeApiToken', {
    summary: 'Revoke an API token',
    description: 'Ends a token. Requests that carry it are refused within a second.',
  })
  @Answer(204, null)
  @Problems('identity.api-token.not-found')
  revoke(@AccountOwner() caller: Caller, @Param() { tokenId }: ApiTokenPathDto) {
    return this.tokens.revoke(caller, tokenId);
  }
}
