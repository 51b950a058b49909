import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { SignedIn } from '@engawa/auth';
import {
  authorizationCheck,
  authorizeAssistantAnswer,
  listAssistantsAnswer,
} from '@engawa/contracts';
import { Answer, Operation, Problems } from '@engawa/service-kit';
import { AccountOwner, type Caller } from '../caller/caller.rules';
import { AssistantPathDto, AuthorizeAssistantDto, CheckAuthorizationDto } from './assistant.dto';
import { AssistantService } from './assistant.service';

/** For the web app's consent page and profile; programs use the endpoints of OAuth. */
@Controller('assistants')
export class AssistantController {
  constructor(private readonly assistants: AssistantService) {}

  @Get()
  @SignedIn()
  @Operation('listAssistants', {
    summary: 'List connected assistants',
    description:
      'Returns the assistants that act in the name of the caller, newest first. A consent that was never used is not listed.',
  })
  @Answer(200, listAssistantsAnswer)
  async list(@AccountOwner() caller: Caller) {
    return { items: await this.assistants.list(caller) };
  }

  @Post('check')
  @SignedIn()
  @Operation('checkAuthorization', {
    summary: 'Check an authorization request',
    description:
      'Takes the query of an OAuth 2.1 authorization request and returns what the assistant may see and do.',
  })
  @Answer(200, authorizationCheck)
  @Problems('identity.assistant.unknown-program')
  check(@AccountOwner() _caller: Caller, @Body() { query }: CheckAuthorizationDto) {
    return this.assistants.check(query);
  }

  @Post()
  @SignedIn()
  @Operation('authorizeAssistant', {
    summary: 'Authorize an assistant',
    description:
      'Takes the query of an OAuth 2.1 authorization request and returns the redirect address with the code. For an invalid request the address contains the error instead.',
  })
  @Answer(201, authorizeAssistantAnswer)
  @Problems('identity.assistant.unknown-program', 'identity.assistant.too-many')
  authorize(@AccountOwner() caller: Caller, @Body() input: AuthorizeAssistantDto) {
    return this.assistants.authorize(caller, input);
  }

  @Delete(':assistantId')
  @SignedIn()
  @Operation('disconnectAssistant', {
    summary: 'Disconnect an assistant',
    description: 'Revokes the tokens of an assistant; every gateway rejects them within a second.',
  })
  @Answer(204, null)
  @Problems('identity.assistant.not-found')
  disconnect(@AccountOwner() caller: Caller, @Param() { assistantId }: AssistantPathDto) {
    return this.assistants.disconnect(caller, assistantId);
  }
}
