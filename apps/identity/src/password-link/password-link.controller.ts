import { Body, Controller, Post, Req, Res, UseGuards } from '@nestjs/common';
import { Public } from '@engawa/auth';
import { checkPasswordLinkAnswer } from '@engawa/contracts';
import { Answer, Operation, Problems } from '@engawa/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequestOrigin, type Origin } from '../caller/caller.rules';
import { SameOriginGuard } from '../caller/same-origin.guard';
import { AuthCookieService } from '../session/auth-cookie.service';
import { SignInService } from '../sign-in/sign-in.service';
import {
  CheckPasswordLinkDto,
  SendPasswordResetDto,
  SubmitPasswordLinkDto,
} from './password-link.dto';
import { PasswordLinkService } from './password-link.service';

@Controller('auth/password-links')
@UseGuards(SameOriginGuard)
export class PasswordLinkController {
  constructor(
    private readonly links: PasswordLinkService,
    private readonly signIns: SignInService,
    private readonly cookies: AuthCookieService,
  ) {}

  @Post()
  @Public()
  @Operation('sendPasswordReset', {
    summary: 'Send a password reset mail',
    description:
      'Sends a link that is valid for one hour and works once. The response is the same whether the address belongs to an account or not.',
  })
  @Answer(202, null)
  @Problems('identity.sign-in.too-many-attempts', 'identity.session.cross-origin')
  async send(
    @Body() input: SendPasswordResetDto,
    @RequestOrigin() origin: Origin,
    @Req() request: FastifyRequest,
  ) {
    const deviceId = this.signIns.knownDevice(input.email, this.cookies.device(request));
    await this.links.request(input, origin, deviceId);
  }

  @Post('check')
  @Public()
  @Operation('checkPasswordLink', {
    summary: 'Check a password link',
    description:
      'Returns whose account a mailed link is for, if it is still valid. The browser counts as a known device of that account from then on.',
  })
  @Answer(200, checkPasswordLinkAnswer)
  @Problems(
    'identity.password-link.invalid',
    'identity.password-link.expired',
    'identity.password-link.used',
    'identity.session.cross-origin',
  )
  async check(
    @Body() { token }: CheckPasswordLinkDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const answer = await this.links.check(token);
    this.rememberOwner(answer.email, request, reply);
    return answer;
  }

  @Post('submit')
  @Public()
  @Operation('submitPasswordLink', {
    summary: 'Set a password with a mailed link',
    description: 'Sets the password and uses up the link. All sessions of the account end.',
  })
  @Answer(204, null)
  @Problems(
    'identity.password-link.invalid',
    'identity.password-link.expired',
    'identity.password-link.used',
    'identity.session.cross-origin',
    'identity.sign-in.busy',
  )
  async submit(
    @Body() input: SubmitPasswordLinkDto,
    @RequestOrigin() origin: Origin,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { email } = await this.links.submit(input, origin);
    this.rememberOwner(email, request, reply);
  }

  /**
   * Opening a link from the mailbox proves ownership: on this device the current password then
   * works even while strangers are locked out.
   */
  private rememberOwner(email: string, request: FastifyRequest, reply: FastifyReply): void {
    this.cookies.setDevice(reply, this.signIns.remember(email, this.cookies.device(request)));
  }
}
