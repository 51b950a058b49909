import { Controller, Delete, Get, Param } from '@nestjs/common';
import { BeforeOnboarding, SignedIn } from '@engawa/auth';
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
  @Operation('getSession', { summary: 'What the signed-in staff is and may do' })
  @Answer(200, session)
  get(@CurrentCaller() caller: Caller) {
    return this.sessions.get(caller);
  }

  @Get('sessions')
  @SignedIn()
  @Operation('listSessions', { summary: 'Where the caller is signed in' })
  @Answer(200, listSessionsAnswer)
  async list(@AccountOwner() caller: Caller) {
    return { items: await this.sessions.list(caller) };
  }

  @Delete('sessions')
  @SignedIn()
  @Operation('endOtherSessions', { summary: 'Sign out everywhere else' })
  @Answer(204, null)
  endOthers(@AccountOwner() caller: Caller) {
    return this.sessions.endOthers(caller);
  }

  @Delete('sessions/:sessionId')
  @SignedIn()
  @Operation('endSession', { summary: "End one of the caller's sessions" })
  @Answer(204, null)
  @Problems('identity.session.not-found')
  end(@AccountOwner() caller: Caller, @Param() { sessionId }: SessionPathDto) {
    return this.sessions.end(caller, sessionId);
  }
}
