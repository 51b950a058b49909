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
    summary: 'Assistants that act in the name of the caller',
    description: 'The newest first; those whose consent was never used are left out.',
  })
  @Answer(200, listAssistantsAnswer)
  async list(@AccountOwner() caller: Caller) {
    return { items: await this.assistants.list(caller) };
  }

  @Post('check')
  @SignedIn()
  @Operation('checkAuthorization', {
    summary: 'What an assistant asks to be allowed',
    description: 'Takes the query of an OAuth 2.1 authorization request.',
  })
  @Answer(200, authorizationCheck)
  @Problems('identity.assistant.unknown-program')
  check(@AccountOwner() _caller: Caller, @Body() { query }: CheckAuthorizationDto) {
    return this.assistants.check(query);
  }

  @Post()
  @SignedIn()
  @Operation('authorizeAssistant', {
    summary: 'Let an assistant act in the name of the caller',
    description:
      'Takes the query of an OAuth 2.1 authorization request and answers where the browser goes with the code. A wrong request gets no code; the address then tells the program why.',
  })
  @Answer(201, authorizeAssistantAnswer)
  @Problems('identity.assistant.unknown-program', 'identity.assistant.too-many')
  authorize(@AccountOwner() caller: Caller, @Body() input: AuthorizeAssistantDto) {
    return this.assistants.authorize(caller, input);
  }

  @Delete(':assistantId')
  @SignedIn()
  @Operation('disconnectAssistant', {
    summary: 'End an assistant everywhere',
    description: 'Its tokens open nothing from then on, within a second at every gateway.',
  })
  @Answer(204, null)
  @Problems('identity.assistant.not-found')
  disconnect(@AccountOwner() caller: Caller, @Param() { assistantId }: AssistantPathDto) {
    return this.assistants.disconnect(caller, assistantId);
  }
}
