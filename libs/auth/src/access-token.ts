import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { JwtService } from '@nestjs/jwt';
import { accessClaims, type AccessClaims } from '@engawa/contracts';
import { ProblemError } from '@engawa/service-kit';
import { readPublicKeys, type PublicKeys } from './auth.config';

const ALGORITHM = 'ES256';
/** RFC 9068: rejects tokens that were issued for another purpose. */
const TYPE = 'at+jwt';
const ISSUER = 'urn:engawa:identity';
const AUDIENCE = 'urn:engawa:api';
/** Allowed clock skew between machines. */
const CLOCK_TOLERANCE_SECONDS = 5;
const jwt = new JwtService({});
const privateKeys = new Map<string, { kid: string; key: KeyObject }>();

function privateKeyOf(text: string): { kid: string; key: KeyObject } {
  const known = privateKeys.get(text);
  if (known) return known;
  const jwk = JSON.parse(text) as { kid?: string } & Record<string, unknown>;
  if (!jwk.kid) throw new Error('ENGAWA_TOKEN_PRIVATE_KEY has no kid');
  const made = { kid: jwk.kid, key: createPrivateKey({ format: 'jwk', key: jwk }) };
  privateKeys.set(text, made);
  return made;
}

/** Whether the text is a private key that `signAccessToken` takes. */
export function isSigningKey(text: string): boolean {
  try {
    return privateKeyOf(text).key.asymmetricKeyDetails?.namedCurve === 'prime256v1';
  } catch {
    return false;
  }
}

/** Whether tokens signed with the private key are accepted by those who have the public keys. */
export function isPublished(privateKeyJson: string, publicKeys: PublicKeys): boolean {
  const { kid, key } = privateKeyOf(privateKeyJson);
  return publicKeys.get(kid)?.equals(createPublicKey(key)) ?? false;
}

/** Signs an access token (ES256); `iat` and `exp` come from `claims`, in seconds. */
export function signAccessToken(claims: AccessClaims, privateKeyJson: string): string {
  const { kid, key } = privateKeyOf(privateKeyJson);
  return jwt.sign(accessClaims.parse(claims), {
    // jsonwebtoken accepts key objects; Nest's type lists only strings and buffers.
    privateKey: key as unknown as Buffer,
    header: { alg: ALGORITHM, typ: TYPE, kid },
    algorithm: ALGORITHM,
    issuer: ISSUER,
    audience: AUDIENCE,
  });
}

/**
 * The claims of a valid token: signature, type, issuer, audience and expiry are checked. Throws 401
 * `auth.token-expired` or `auth.token-invalid`.
 */
export function verifyAccessToken(token: string, keys: PublicKeys | string): AccessClaims {
  const known = typeof keys === 'string' ? readPublicKeys(keys) : keys;
  const key = known.get(kidOf(token) ?? '');
  if (!key) throw new ProblemError('auth.token-invalid', challenge('invalid_token'));
  try {
    const claims: unknown = jwt.verify(token, {
      publicKey: key as unknown as Buffer,
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
    });
    return accessClaims.parse(claims);
  } catch (error) {
    const expired = error instanceof Error && error.name === 'TokenExpiredError';
    throw new ProblemError(
      expired ? 'auth.token-expired' : 'auth.token-invalid',
      challenge('invalid_token'),
    );
  }
}

/** The key id of an access token; null for other tokens. */
function kidOf(token: string): string | null {
  try {
    const header = JSON.parse(
      Buffer.from(token.slice(0, token.indexOf('.')), 'base64url').toString(),
    ) as { kid?: unknown; alg?: unknown; typ?: unknown };
    const fits = header.alg === ALGORITHM && header.typ === TYPE;
    return fits && typeof header.kid === 'string' ? header.kid : null;
  } catch {
    return null;
  }
}

/** The `WWW-Authenticate` header (RFC 6750). */
export function challenge(error?: string): { headers: Record<string, string> } {
  return {
    headers: { 'www-authenticate': error ? `Bearer error="${error}"` : 'Bearer' },
  };
}

/** Longest `Authorization` header that is read, in characters; ours are under 1,000. */
const MAX_TOKEN_LENGTH = 4_096;

/** The bearer token of an `Authorization` header; null without one. */
export function bearerTokenOf(authorization: string | undefined): string | null {
  if (authorization === undefined) return null;
  const match = /^Bearer +([A-Za-z0-9._~+/=-]+)$/i.exec(authorization);
  if (!match || authorization.length > MAX_TOKEN_LENGTH) {
    throw new ProblemError('auth.token-invalid', challenge('invalid_token'));
  }
  return match[1]!;
}
