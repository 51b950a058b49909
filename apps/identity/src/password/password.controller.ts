import { Body, Controller, Post, Res } from '@nestjs/common';
import { BeforeOnboarding, SignedIn } from '@engawa/auth';
import { signInAnswer } from '@engawa/contracts';
import { Answer, Operation, Problems } from '@engawa/service-kit';
import type { FastifyReply } from 'fastify';
import { AccountOwner, type Caller } from '../caller/caller.rules';
import { AuthCookieService } from '../session/auth-cookie.service';
import type { OpenedSession } from '../session/session.service';
import { ChangePasswordDto, SetFirstPasswordDto } from './password.dto';
import { PasswordService } from './password.service';

@Controller('profile')
export class PasswordController {
  constructor(
    private readonly passwords: PasswordService,
    private readonly cookies: AuthCookieService,
  ) {}

  @Post('password')
  @SignedIn()
  @Operation('changePassword', {
    summary: 'Change your password',
    description:
      'Changes the password of the caller. All sessions end and a new one opens in this browser.',
  })
  @Answer(200, signInAnswer)
  @Problems(
    'identity.password.wrong',
    'identity.password.unchanged',
    'identity.sign-in.too-many-attempts',
    'identity.sign-in.busy',
  )
  async change(
    @AccountOwner() caller: Caller,
    @Body() input: ChangePasswordDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.handOver(reply, await this.passwords.change(caller, input));
  }

  @Post('first-password')
  @SignedIn()
  @BeforeOnboarding()
  @Operation('setFirstPassword', {
    summary: 'Set your first password',
    description:
      'Replaces the password that an administrator gave. Until then only this operation and the terms of use are open to the account.',
  })
  @Answer(200, signInAnswer)
  @Problems('identity.password.already-set', 'identity.password.unchanged', 'identity.sign-in.busy')
  async setFirst(
    @AccountOwner() caller: Caller,
    @Body() input: SetFirstPasswordDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.handOver(reply, await this.passwords.setFirst(caller, input));
  }

  private handOver(reply: FastifyReply, opened: OpenedSession) {
    this.cookies.setSession(reply, opened);
    return opened.answer;
  }
}
