import { Body, Controller, Post, Req, Res, UseGuards } from '@nestjs/common';
import { Public } from '@engawa/auth';
import { signInAnswer } from '@engawa/contracts';
import { Answer, Operation, Problems } from '@engawa/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf, RequestOrigin, type Origin } from '../caller/caller.rules';
import { SameOriginGuard } from '../caller/same-origin.guard';
import { OidcSignInService } from '../oidc/oidc-sign-in.service';
import { AuthCookieService } from '../session/auth-cookie.service';
import { SessionService } from '../session/session.service';
import { SignInDto } from './sign-in.dto';
import { SignInService } from './sign-in.service';

@Controller('auth')
@UseGuards(SameOriginGuard)
export class SignInController {
  constructor(
    private readonly signIns: SignInService,
    private readonly sessions: SessionService,
    private readonly cookies: AuthCookieService,
    private readonly oidc: OidcSignInService,
  ) {}

  @Post('sign-in')
  @Public()
  @Operation('signIn', {
    summary: 'Sign in',
    description:
      'Opens a session with e-mail address and password, and with a one-time code where two-factor sign-in is on. Returns a short-lived access token and sets the refresh cookie.',
  })
  @Answer(200, signInAnswer)
  @Problems(
    'identity.sign-in.refused',
    'identity.sign-in.deactivated',
    'identity.sign-in.organisation-required',
    'identity.sign-in.code-required',
    'identity.sign-in.code-wrong',
    'identity.sign-in.too-many-attempts',
    'identity.sign-in.busy',
    'identity.session.cross-origin',
  )
  async signIn(
    @Body() input: SignInDto,
    @RequestOrigin() origin: Origin,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const signedIn = await this.signIns.signIn(input, origin, this.cookies.device(request));
    this.cookies.setSession(reply, signedIn);
    this.cookies.setDevice(reply, signedIn.device);
    return signedIn.answer;
  }

  @Post('refresh')
  @Public()
  @Operation('refreshSession', {
    summary: 'Refresh the session',
    description:
      'Returns a new access token for the refresh token in the httpOnly cookie and rotates that cookie. A refresh token that is used twice ends its session.',
  })
  @Answer(200, signInAnswer)
  @Problems('identity.session.ended', 'identity.session.cross-origin')
  async refresh(
    @RequestOrigin() origin: Origin,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const renewed = await this.sessions.refresh(this.cookies.refreshToken(request), origin);
    this.cookies.setSession(reply, renewed);
    return renewed.answer;
  }

  @Post('sign-out')
  @Public()
  @Operation('signOut', {
    summary: 'Sign out',
    description:
      'Ends the session of the refresh cookie and of the access token. It succeeds when there is no session.',
  })
  @Answer(204, null)
  @Problems('identity.session.cross-origin')
  async signOut(
    @RequestOrigin() origin: Origin,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const token = this.cookies.refreshToken(request);
    const session = this.cookies.oidcSession(request);
    await this.sessions.signOut(token, callerOf(request), origin);
    const issuer = await this.oidc.endAddress(session);
    this.cookies.clearSession(reply);
    // The web app offers to sign out there too, for people who share a device.
    if (issuer) void reply.header('link', `<${issuer}>; rel="urn:engawa:issuer-sign-out"`);
  }
}
