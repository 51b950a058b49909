import { Body, Controller, Delete, Get, Param, Patch, Post, Put, Req } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import {
  apiToken,
  apiTokenUseAnswer,
  createApiTokenAnswer,
  listApiTokensAnswer,
} from '@engawa/contracts';
import { Answer, Idempotent, IfMatch, Operation, Problems, UploadBody } from '@engawa/service-kit';
import type { FastifyRequest } from 'fastify';
import { AccountOwner, type Caller } from '../caller/caller.rules';
import { readPhoto } from '../photo/photo-reader';
import { ApiTokenPathDto, CreateApiTokenDto, UpdateApiTokenDto } from './api-token.dto';
import { ApiTokenProfile } from './api-token-profile.service';
import { ApiTokenUses } from './api-token-use.service';
import { ApiTokenService } from './api-token.service';

@Controller('api-tokens')
export class ApiTokenController {
  constructor(
    private readonly tokens: ApiTokenService,
    private readonly profiles: ApiTokenProfile,
    private readonly counted: ApiTokenUses,
  ) {}

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
      'Creates a token with the given scopes. The token begins with `engawa_` and is returned only in this response; Engawa stores its hash. What it writes names the integration as its author: `name`, and a photo if it has one.',
  })
  @Answer(201, createApiTokenAnswer)
  @Problems('identity.api-token.scope-forbidden', 'identity.api-token.expiry-past')
  create(@AccountOwner() caller: Caller, @Body() input: CreateApiTokenDto) {
    return this.tokens.create(caller, input);
  }

  @Post(':tokenId/take-over')
  @Can('apiToken.manage')
  @Idempotent()
  @Operation('takeOverApiToken', {
    summary: 'Take over an API token',
    description:
      'Makes the caller answer for the token, so that it outlives the account of its creator. Its secret, scopes, name and photo stay the same; the caller needs the permissions of its scopes. Requests act within the permissions of the caller at once; the token of a deactivated creator works again within two minutes.',
  })
  @Answer(200, apiToken)
  @Problems('identity.api-token.not-found', 'identity.api-token.scope-forbidden')
  takeOver(@AccountOwner() caller: Caller, @Param() { tokenId }: ApiTokenPathDto) {
    return this.tokens.takeOver(caller, tokenId);
  }

  @Patch(':tokenId')
  @Can('apiToken.manage')
  @Operation('updateApiToken', {
    summary: 'Rename an API token',
    description:
      'Changes the name of the integration, also as the author of what it has written so far.',
  })
  @Answer(200, apiToken)
  @Problems('identity.api-token.not-found', 'identity.api-token.stale')
  update(
    @AccountOwner() caller: Caller,
    @Param() { tokenId }: ApiTokenPathDto,
    @Body() input: UpdateApiTokenDto,
    @IfMatch() version: number | null,
  ) {
    return this.profiles.update(caller, tokenId, input, version);
  }

  @Get(':tokenId/uses')
  @Can('apiToken.manage')
  @Operation('getApiTokenUses', {
    summary: 'Count the requests of an API token',
    description:
      'Returns how many requests carried the token on each of the last 30 days of the space, today included, the oldest day first. The figures are at most a minute late.',
  })
  @Answer(200, apiTokenUseAnswer)
  @Problems('identity.api-token.not-found')
  uses(@AccountOwner() caller: Caller, @Param() { tokenId }: ApiTokenPathDto) {
    return this.counted.useOf(caller.space, tokenId);
  }

  @Put(':tokenId/photo')
  @Can('apiToken.manage')
  @Operation('uploadApiTokenPhoto', {
    summary: 'Upload the picture of an integration',
    description:
      'Takes an image as the part `file` and shows it beside the name of the integration.',
  })
  @UploadBody({ type: 'string', format: 'binary' })
  @Answer(200, apiToken)
  @Problems('identity.api-token.not-found', 'identity.photo.unreadable', 'identity.photo.too-large')
  async setPhoto(
    @AccountOwner() caller: Caller,
    @Param() { tokenId }: ApiTokenPathDto,
    @Req() request: FastifyRequest,
  ) {
    return this.profiles.setPhoto(caller, tokenId, await readPhoto(request));
  }

  @Delete(':tokenId/photo')
  @Can('apiToken.manage')
  @Operation('deleteApiTokenPhoto', {
    summary: 'Delete the picture of an integration',
    description: 'Removes the picture of the integration and its thumbnail.',
  })
  @Answer(200, apiToken)
  @Problems('identity.api-token.not-found')
  removePhoto(@AccountOwner() caller: Caller, @Param() { tokenId }: ApiTokenPathDto) {
    return this.profiles.removePhoto(caller, tokenId);
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
