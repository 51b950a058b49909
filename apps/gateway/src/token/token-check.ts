import { bearerTokenOf, challenge, type TokenVerifier } from '@engawa/auth';
import type { AccessClaims } from '@engawa/contracts';
import { ProblemError } from '@engawa/service-kit';
import type { RevokedSessions } from './revoked-sessions';

/** Signature, expiry and end of the session; the services check the first two again. */
export class TokenCheck {
  constructor(
    private readonly verifier: TokenVerifier,
    private readonly revoked: RevokedSessions,
  ) {}

  /**
   * Null without a token. Throws 401 `auth.token-*` or `auth.session-ended`. `auth.token-outdated`
   * means that the session goes on and gives a new token.
   */
  check(authorization: string | undefined): Readonly<AccessClaims> | null {
    const token = bearerTokenOf(authorization);
    if (token === null) return null;
    const claims = this.verifier.verify(token);
    const state = this.revoked.stateOf(claims.sid);
    if (state) {
      const code = state === 'ended' ? 'auth.session-ended' : 'auth.token-outdated';
      throw new ProblemError(code, challenge('invalid_token'));
    }
    return claims;
  }
}
