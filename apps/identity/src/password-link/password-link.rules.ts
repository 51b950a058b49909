import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { passwordLinkKinds } from '@engawa/contracts';

export type PasswordLinkKind = (typeof passwordLinkKinds)[number];

/** How long a link lives, in milliseconds (IDN-6, IDN-7). */
export const linkLifetime: Record<PasswordLinkKind, number> = {
  reset: 60 * 60_000,
  invitation: 7 * 24 * 60 * 60_000,
};

/** What the token of a mailed link says. Only the hash of its secret is stored. */
export interface PasswordLinkToken {
  readonly space: string;
  readonly linkId: string;
  readonly secret: string;
}

/** A token with a new secret of 256 bits. */
export function newLinkToken(space: string, linkId: string): PasswordLinkToken {
  return { space, linkId, secret: randomBytes(32).toString('base64url') };
}

export function writeLinkToken(token: PasswordLinkToken): string {
  return `${token.space}.${token.linkId}.${token.secret}`;
}

/** Null for what has not the form of a token. */
export function readLinkToken(text: string): PasswordLinkToken | null {
  const match = /^([a-z0-9-]{2,40})\.([A-Za-z0-9-]{1,64})\.([\w-]{43})$/.exec(text.trim());
  if (!match) return null;
  const [, space = '', linkId = '', secret = ''] = match;
  return { space, linkId, secret };
}

export function hashOfLink(token: PasswordLinkToken): string {
  return createHash('sha256').update(token.secret).digest('base64url');
}

/** What stands against the use of a link. */
export type LinkState = 'open' | 'expired' | 'used' | 'invalid';

/** A link as it is stored. */
export interface StoredLink {
  readonly secretHash: string;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
  /** A later link of the same kind took its place. */
  readonly replaced: boolean;
}

/** Whether a token opens a stored link now. A wrong secret is 'invalid' whatever the link's age. */
export function linkStateOf(
  link: StoredLink | null,
  token: PasswordLinkToken,
  now: Date,
): LinkState {
  if (!link) return 'invalid';
  const given = Buffer.from(hashOfLink(token));
  const wanted = Buffer.from(link.secretHash);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return 'invalid';
  if (link.usedAt) return 'used';
  if (link.replaced || link.expiresAt <= now) return 'expired';
  return 'open';
}
