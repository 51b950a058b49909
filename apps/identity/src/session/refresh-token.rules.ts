import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * A refresh token: whose session, its generation, a secret, and a tag by which the service knows
 * its own tokens. Only `hashOf` it is stored (IDN-5).
 *
 * The next secret follows from the present one under a key of the service: two tabs that renew
 * the same token at the same time get the same successor, though no secret is stored. The tag
 * tells a token that was once good (its reuse ends the session) from an invented one (which must
 * not be able to end anything).
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

/** The token that follows; the same for the same token and key. */
export function successorOf(token: RefreshToken, key: Buffer): RefreshToken {
  const secret = mac(key, 'next', token);
  return { ...token, generation: token.generation + 1, secret };
}

/** As it stands in the cookie. */
export function writeToken(token: RefreshToken, key: Buffer): string {
  const { space, sessionId, generation, secret } = token;
  return [space, sessionId, generation, secret, mac(key, 'tag', token)].join('.');
}

/** Null for what this service never wrote. */
export function readToken(text: string, key: Buffer): RefreshToken | null {
  const match =
    /^([a-z0-9-]{2,40})\.([A-Za-z0-9-]{1,64})\.(\d{1,9})\.([\w-]{43})\.([\w-]{43})$/.exec(text);
  if (!match) return null;
  const [, space = '', sessionId = '', generation = '', secret = '', tag = ''] = match;
  const token = { space, sessionId, generation: Number(generation), secret };
  return timingSafeEqual(Buffer.from(tag), Buffer.from(mac(key, 'tag', token))) ? token : null;
}

/** What is stored of a token. Its secret is 256 random bits, so a plain hash is enough. */
export function hashOf(token: RefreshToken): string {
  return createHash('sha256').update(token.secret).digest('base64url');
}

function mac(key: Buffer, purpose: string, token: RefreshToken): string {
  const { space, sessionId, generation, secret } = token;
  return createHmac('sha256', key)
    .update([purpose, space, sessionId, generation, secret].join('\n'))
    .digest('base64url');
}
