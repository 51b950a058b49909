import { createHash, timingSafeEqual } from 'node:crypto';
import type { passwordLinkKinds } from '@engawa/contracts';

export type PasswordLinkKind = (typeof passwordLinkKinds)[number];

/** Lifetime of a link in ms (IDN-6, IDN-7). */
export const linkLifetime: Record<PasswordLinkKind, number> = {
  reset: 60 * 60_000,
  invitation: 7 * 24 * 60 * 60_000,
};

/** Contents of a mailed token. Only the hash of its secret is stored. */
export interface PasswordLinkToken {
  readonly space: string;
  readonly staffId: string;
  readonly linkId: string;
  readonly secret: string;
}

export function writeLinkToken(token: PasswordLinkToken): string {
  return [token.space, token.staffId, token.linkId, token.secret].join('.');
}

/** Null when the text is not a token. */
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

/** Whether a link can be used, or why not. */
export type LinkState = 'open' | 'expired' | 'used' | 'invalid';

/** A link as it is stored. */
export interface StoredLink {
  readonly secretHash: string;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
  /** Replaced by a later link of the same kind. */
  readonly replaced: boolean;
}

/** State of a stored link for a secret. A wrong secret is 'invalid' whatever the link's age. */
export function linkStateOf(link: StoredLink | undefined, secret: string, now: Date): LinkState {
  if (!link) return 'invalid';
  const given = Buffer.from(hashOfLink(secret));
  const wanted = Buffer.from(link.secretHash);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return 'invalid';
  if (link.usedAt) return 'used';
  if (link.replaced || link.expiresAt <= now) return 'expired';
  return 'open';
}

/** Links kept per account, so that a late click gets the right message. */
const remembered = 20;

/** A link with the hash of who requested it; null for an administrator or an earlier version. */
interface AskedLink extends StoredLink {
  readonly kind: PasswordLinkKind;
  readonly askedBy?: string | null;
}

/**
 * Adds a link, which replaces open ones of the same requester. Links of others stay open: a
 * stranger must not be able to close the link in the owner's mailbox.
 */
export function withLink<T extends AskedLink>(links: readonly T[], link: T, now: Date): T[] {
  const askerOf = (each: T) => each.askedBy ?? null;
  const others = links.map((each) =>
    !each.usedAt && askerOf(each) === askerOf(link) ? { ...each, replaced: true } : each,
  );
  return latest([...others, link], now);
}

/**
 * Drops closed links first, then resets, the oldest first. An open invitation stays: a stranger who
 * asks for resets must not push it out.
 */
function latest<T extends AskedLink>(links: readonly T[], now: Date): T[] {
  const rankOf = (link: T) => {
    if (link.usedAt || link.replaced || link.expiresAt <= now) return 0;
    return link.kind === 'reset' ? 1 : 2;
  };
  const excess = Math.max(0, links.length - remembered);
  const byRank = [...links].sort((one, other) => rankOf(one) - rankOf(other));
  const dropped = new Set(byRank.slice(0, excess));
  return links.filter((link) => !dropped.has(link));
}

/** Reset mails that an address gets immediately; then one per interval. */
const RESET_BURST = 5;
const RESET_INTERVAL_MS = 10 * 60_000;

/**
 * Whether a request for a reset link sends a mail. It does not if the mailbox has many of the last
 * hour, the latest only minutes old: its link is open and works for the requester.
 */
export function postsReset(
  links: readonly (StoredLink & { readonly kind: PasswordLinkKind })[],
  now: Date,
): boolean {
  const age = ({ expiresAt }: StoredLink) =>
    now.getTime() - (expiresAt.getTime() - linkLifetime.reset);
  const recent = links.filter((link) => link.kind === 'reset' && age(link) < linkLifetime.reset);
  const latest = recent.at(-1);
  if (!latest || recent.length < RESET_BURST) return true;
  const isOpen = !latest.usedAt && !latest.replaced;
  return !isOpen || age(latest) >= RESET_INTERVAL_MS;
}

/** Closes all links, because a password was set. */
export function withoutOpen<T extends StoredLink>(links: readonly T[]): T[] {
  return links.map((link) => (link.usedAt ? link : { ...link, replaced: true }));
}
