import type { AccessClaims } from '@engawa/contracts';
import { ProblemError } from '@engawa/service-kit';
import { challenge, isPublished, verifyAccessToken } from './access-token';
import type { PublicKeys } from './auth.config';

/** Verifies tokens and caches valid ones until they expire. */
export class TokenVerifier {
  private readonly verified = new Map<string, Readonly<AccessClaims>>();

  constructor(
    private readonly keys: PublicKeys,
    /** Most tokens in the cache. */
    private readonly limit = 10_000,
  ) {}

  /** Whether it accepts tokens that are signed with the private key. */
  accepts(privateKeyJson: string): boolean {
    return isPublished(privateKeyJson, this.keys);
  }

  /** Throws 401 `auth.token-expired` or `auth.token-invalid`. */
  verify(token: string): Readonly<AccessClaims> {
    const known = this.verified.get(token);
    if (known) {
      if (known.exp * 1000 > Date.now()) return known;
      this.verified.delete(token);
      throw new ProblemError('auth.token-expired', challenge('invalid_token'));
    }
    const claims = Object.freeze(verifyAccessToken(token, this.keys));
    if (this.verified.size >= this.limit) {
      // Evicts the oldest: maps keep insertion order.
      this.verified.delete(this.verified.keys().next().value!);
    }
    this.verified.set(token, claims);
    return claims;
  }
}
