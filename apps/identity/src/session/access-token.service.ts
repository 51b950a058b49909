import { Injectable } from '@nestjs/common';
import { signAccessToken, TokenVerifier } from '@engawa/auth';
import type { SignInAnswer } from '@engawa/contracts';
import { ConfigError, InjectConfig } from '@engawa/service-kit';
import { toClaims, toSession, type Account } from './session.mapper';
import { ACCESS_TOKEN_TTL_MS } from './session.rules';

/** Issues access tokens (IDN-5) and the answers that contain them. */
@Injectable()
export class AccessTokenService {
  /** See `waitsForTwoFactor`. */
  readonly godNeedsTwoFactor: boolean;
  private readonly privateKey: string;

  constructor(
    @InjectConfig()
    config: {
      ENGAWA_TOKEN_PRIVATE_KEY: string;
      ENGAWA_GOD_TWO_FACTOR: 'required' | 'optional';
    },
    verifier: TokenVerifier,
  ) {
    // Otherwise everybody could sign in and nobody do anything.
    if (!verifier.accepts(config.ENGAWA_TOKEN_PRIVATE_KEY))
      throw new ConfigError([
        'ENGAWA_TOKEN_PRIVATE_KEY: its public key is not in ENGAWA_TOKEN_PUBLIC_KEYS',
      ]);
    this.privateKey = config.ENGAWA_TOKEN_PRIVATE_KEY;
    this.godNeedsTwoFactor = config.ENGAWA_GOD_TWO_FACTOR === 'required';
  }

  async answer(account: Account, accessId: string): Promise<SignInAnswer> {
    const issuedAt = Math.floor(Date.now() / 1_000);
    const expiresAt = issuedAt + ACCESS_TOKEN_TTL_MS / 1_000;
    const claims = toClaims(account, accessId, this.godNeedsTwoFactor);
    return {
      accessToken: await signAccessToken(
        { ...claims, iat: issuedAt, exp: expiresAt },
        this.privateKey,
      ),
      expiresAt: new Date(expiresAt * 1_000).toISOString(),
      session: toSession(account, accessId, this.godNeedsTwoFactor),
    };
  }
}
