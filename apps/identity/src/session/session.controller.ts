import { Controller, Delete, Get, Param } from '@nestjs/common';
import { BeforeOnboarding, CurrentStaff, SignedIn } from '@engawa/auth';
import { listSessionsAnswer, session } from '@engawa/contracts';
import { Answer, Operation, Problems } from '@engawa/service-kit';
import { AccountOwner, CurrentCaller, type Caller } from '../caller/caller.rules';
import { SessionPathDto } from './session.dto';
import { SessionService } from './session.service';

@Controller()
export class SessionController {
  constructor(private readonly sessions: SessionService) {}

  @Get('session')
  @SignedIn()
  @BeforeOnboarding()
  @Operation('getSession', {
    summary: 'Get the session',
    description:
      'Returns the signed-in account, its space and its permissions. With an API token the account is the integration itself, without an e-mail address, and the permissions are those within its scopes.',
  })
  @Answer(200, session)
  get(@CurrentCaller() caller: Caller, @CurrentStaff() { scopes }: CurrentStaff) {
    return this.sessions.get(caller, scopes);
  }

  @Get('sessions')
  @SignedIn()
  @Operation('listSessions', {
    summary: 'List your sessions',
    description: 'Returns the browsers and devices where the caller is signed in.',
  })
  @Answer(200, listSessionsAnswer)
  async list(@AccountOwner() caller: Caller) {
    return { items: await this.sessions.list(caller) };
  }

  @Delete('sessions')
  @SignedIn()
  @Operation('endOtherSessions', {
    summary: 'End your other sessions',
    description: 'Ends all sessions of the caller except the current one.',
  })
  @Answer(204, null)
  endOthers(@AccountOwner() caller: Caller) {
    return this.sessions.endOthers(caller);
  }

  @Delete('sessions/:sessionId')
  @SignedIn()
  @Operation('endSession', {
    summary: 'End one of your sessions',
    description: 'Ends one session of the caller. Its token is refused within a second.',
  })
  @Answer(204, null)
  @Problems('identity.session.not-found')
  end(@AccountOwner() caller: Caller, @Param() { sessionId }: SessionPathDto) {
    return this.sessions.end(caller, sessionId);
  }
}
