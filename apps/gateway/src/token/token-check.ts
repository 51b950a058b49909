import { Injectable } from '@nestjs/common';
import { TokenVerifier, bearerTokenOf, challenge } from '@engawa/auth';
import type { AccessClaims } from '@engawa/contracts';
import { ProblemError, networkOf } from '@engawa/service-kit';
import type { FastifyRequest } from 'fastify';
import { ApiTokenExchange } from './api-token-exchange';
import { RevokedSessions } from './revoked-sessions';

/** Checks signature, expiry and revocation of the session; services check the first two again. */
@Injectable()
export class TokenCheck {
  constructor(
    private readonly verifier: TokenVerifier,
    private readonly revoked: RevokedSessions,
    private readonly apiTokens: ApiTokenExchange,
  ) {}

  /**
   * Null without a token. From here on a request with an API token carries an access token. Throws
   * 401 `auth.token-*` or `auth.session-ended`, and 429 if a network sent too many unknown API
   * tokens. An assistant's token is valid at `mcp` only. `auth.token-outdated` means that the
   * session continues and can issue a new token.
   */
  async check(
    request: FastifyRequest,
    audience: 'api' | 'mcp' = 'api',
  ): Promise<Readonly<AccessClaims> | null> {
    const { headers } = request.raw;
    const given = headers.authorization;
    const isApiToken = this.apiTokens.concerns(given);
    if (isApiToken) {
      headers.authorization = required(await this.apiTokens.exchange(given, networkOf(request.ip)));
    }
    const token = bearerTokenOf(headers.authorization);
    if (token === null) return null;
    let claims = this.verifier.verify(token);
    if (claims.audience && claims.audience !== audience) {
      throw new ProblemError('auth.token-invalid', challenge('invalid_token'));
    }
    if (isApiToken && this.revoked.stateOf(claims.sid) === 'outdated') {
      headers.authorization = required(await this.apiTokens.renew(given));
      claims = this.verifier.verify(bearerTokenOf(headers.authorization)!);
    }
    const state = this.revoked.stateOf(claims.sid);
    if (state) {
      const code = state === 'ended' ? 'auth.session-ended' : 'auth.token-outdated';
      throw new ProblemError(code, challenge('invalid_token'));
    }
    return claims;
  }
}

function required(exchanged: string | null): string {
  if (!exchanged) throw new ProblemError('auth.token-invalid', challenge('invalid_token'));
  return exchanged;
}
