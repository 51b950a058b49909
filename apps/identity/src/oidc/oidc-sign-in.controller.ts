import { Body, Controller, Get, Param, Post, Req, Res, UseGuards } from '@nestjs/common';
import { Public } from '@engawa/auth';
import { beginOidcSignInAnswer, signInAnswer } from '@engawa/contracts';
import { Answer, Operation, Problems } from '@engawa/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequestOrigin, type Origin } from '../caller/caller.rules';
import { SameOriginGuard } from '../caller/same-origin.guard';
import { AuthCookieService } from '../session/auth-cookie.service';
import { OidcSignInService } from './oidc-sign-in.service';
import { BeginOidcSignInDto, ConfirmOidcSignInDto, OidcPathDto } from './oidc.dto';

@Controller('auth/oidc')
@UseGuards(SameOriginGuard)
export class OidcSignInController {
  constructor(
    private readonly signIns: OidcSignInService,
    private readonly cookies: AuthCookieService,
  ) {}

  @Post(':spaceId/begin')
  @Public()
  @Operation('beginOidcSignIn', {
    summary: 'Begin an OpenID Connect sign-in',
    description:
      'Returns the address of the issuer to which the browser must go, and sets the cookie that binds the sign-in to this browser.',
  })
  @Answer(200, beginOidcSignInAnswer)
  @Problems('identity.oidc.not-found', 'identity.oidc.failed', 'identity.session.cross-origin')
  async begin(
    @Param() { spaceId }: OidcPathDto,
    @Body() { from }: BeginOidcSignInDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { authorizationUrl, step } = await this.signIns.begin(spaceId, from);
    this.cookies.setOidcStep(reply, step);
    return { authorizationUrl };
  }

  @Get(':spaceId/callback')
  @Public()
  @Operation('finishOidcSignIn', {
    summary: 'Finish an OpenID Connect sign-in',
    description:
      'The redirect URI that the issuer sends the browser to. It opens a session and redirects to the web app, also when the sign-in fails.',
  })
  @Answer(303, null)
  async finish(
    @Param() { spaceId }: OidcPathDto,
    @RequestOrigin() origin: Origin,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const query = new URL(request.url, 'http://here').search;
    const cookie = this.cookies.oidcStep(request);
    const { location, opened, step } = await this.signIns.finish(spaceId, query, cookie, origin);
    this.cookies.setOidcStep(reply, step);
    if (opened) this.cookies.setOidcSession(reply, opened);
    void reply.header('location', location);
  }

  @Post('code')
  @Public()
  @Operation('confirmOidcSignIn', {
    summary: 'Confirm an OpenID Connect sign-in with a code',
    description:
      "Completes a sign-in through the organisation's issuer for an account that uses two-factor sign-in, with a one-time or recovery code.",
  })
  @Answer(200, signInAnswer)
  @Problems(
    'identity.oidc.interrupted',
    'identity.sign-in.code-wrong',
    'identity.sign-in.too-many-attempts',
    'identity.session.cross-origin',
  )
  async confirm(
    @Body() { oneTimeCode }: ConfirmOidcSignInDto,
    @RequestOrigin() origin: Origin,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const cookie = this.cookies.oidcStep(request);
    const opened = await this.signIns.confirm(oneTimeCode, cookie, origin);
    this.cookies.setOidcStep(reply, null);
    this.cookies.setOidcSession(reply, opened);
    return opened.session.answer;
  }
}
