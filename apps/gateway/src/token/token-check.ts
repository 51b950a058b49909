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

  /** Null without a token. Throws 401 `auth.token-*` or `auth.session-ended`. */
  check(authorization: string | undefined): Readonly<AccessClaims> | null {
    const token = bearerTokenOf(authorization);
    if (token === null) return null;
    const claims = this.verifier.verify(token);
    if (this.revoked.has(claims.sid)) {
      throw new ProblemError('auth.session-ended', challenge('invalid_token'));
    }
    return claims;
  }
}
