import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * A refresh token: session, generation, a secret, and a tag by which the service recognizes its own
 * tokens. Only `hashOf` it is stored (IDN-5).
 * The next secret is derived from the current one with a key of the service: two tabs that renew
 * the same token at the same time get the same successor, although no secret is stored. The tag
 * distinguishes a former token (reuse ends the session) from a forged one (which must not end
 * anything).
 */
export interface RefreshToken {
  readonly space: string;
  readonly sessionId: string;
  readonly generation: number;
  readonly secret: string;
}

/** The first token of a session. */
export function firstToken(space: string, sessionId: string): RefreshToken {
  return { space, sessionId, generation: 1, secret: randomBytes(32).toString('base64url') };
}

/** The next token; deterministic for the same token and key. */
export function successorOf(token: RefreshToken, key: Buffer): RefreshToken {
  const secret = mac(key, 'next', token);
  return { ...token, generation: token.generation + 1, secret };
}

/** Serialized for the cookie. */
export function writeToken(token: RefreshToken, key: Buffer): string {
  const { space, sessionId, generation, secret } = token;
  return [space, sessionId, generation, secret, mac(key, 'tag', token)].join('.');
}

/** Null for a token that this service did not issue. */
export function readToken(text: string, key: Buffer): RefreshToken | null {
  const match =
    /^([a-z0-9-]{2,40})\.([A-Za-z0-9-]{1,64})\.(\d{1,9})\.([\w-]{43})\.([\w-]{43})$/.exec(text);
  if (!match) return null;
  const [, space = '', sessionId = '', generation = '', secret = '', tag = ''] = match;
  const token = { space, sessionId, generation: Number(generation), secret };
  return timingSafeEqual(Buffer.from(tag), Buffer.from(mac(key, 'tag', token))) ? token : null;
}

/** The stored hash. The secret has 256 random bits, so a plain hash is enough. */
export function hashOf(token: RefreshToken): string {
  return createHash('sha256').update(token.secret).digest('base64url');
}

function mac(key: Buffer, purpose: string, token: RefreshToken): string {
  const { space, sessionId, generation, secret } = token;
  return createHmac('sha256', key)
    .update([purpose, space, sessionId, generation, secret].join('\n'))
    .digest('base64url');
}
