import { createHash, timingSafeEqual } from 'node:crypto';
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
  readonly staffId: string;
  readonly linkId: string;
  readonly secret: string;
}

export function writeLinkToken(token: PasswordLinkToken): string {
  return [token.space, token.staffId, token.linkId, token.secret].join('.');
}

/** Null for what has not the form of a token. */
export function readLinkToken(text: string): PasswordLinkToken | null {
  const match = /^([a-z0-9-]{2,40})\.([A-Za-z0-9-]{1,64})\.([A-Za-z0-9-]{1,64})\.([\w-]{43})$/.exec(
    text.trim(),
  );
  if (!match) return null;
  const [, space = '', staffId = '', linkId = '', secret = ''] = match;
  return { space, staffId, linkId, secret };
}

export function hashOfLink(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
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

/** Whether a secret opens a stored link now. A wrong secret is 'invalid' whatever the link's age. */
export function linkStateOf(link: StoredLink | undefined, secret: string, now: Date): LinkState {
  if (!link) return 'invalid';
  const given = Buffer.from(hashOfLink(secret));
  const wanted = Buffer.from(link.secretHash);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return 'invalid';
  if (link.usedAt) return 'used';
  if (link.replaced || link.expiresAt <= now) return 'expired';
  return 'open';
}

/** Links of an account that are remembered, so that a late click is told what became of it. */
const remembered = 10;

/** The links with a new one, which takes the place of those that were open. */
export function withLink<T extends StoredLink>(links: readonly T[], link: T): T[] {
  return [...withoutOpen(links), link].slice(-remembered);
}

/** The links with none open: a password was set. */
export function withoutOpen<T extends StoredLink>(links: readonly T[]): T[] {
  return links.map((link) => (link.usedAt ? link : { ...link, replaced: true }));
}
