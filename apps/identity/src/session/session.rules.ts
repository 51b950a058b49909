/** How long a session lives without being renewed, and at most, in milliseconds. */
export const SESSION_IDLE_MS = 14 * 24 * 60 * 60_000;
export const SESSION_MAX_AGE_MS = 60 * 24 * 60 * 60_000;
/** How long an access token lives (IDN-5), in milliseconds. */
export const ACCESS_TOKEN_TTL_MS = 15 * 60_000;
/** How long the token before may still be shown: two tabs renew at the same time. */
export const RENEWAL_GRACE_MS = 10_000;

/** When a session that is renewed now ends. */
export function expiryOf(createdAt: Date, now: Date): Date {
  return new Date(
    Math.min(now.getTime() + SESSION_IDLE_MS, createdAt.getTime() + SESSION_MAX_AGE_MS),
  );
}

/** What a presented refresh token means. */
export type RefreshTokenState =
  /** In force: it is rotated. */
  | 'current'
  /** Just rotated by another tab: it gets the same successor. */
  | 'raced'
  /** Used long after its rotation: stolen, or kept by a thief's victim. The session ends (IDN-5). */
  | 'reused'
  /** The session ended or was never there. */
  | 'ended';

/** Judges a token that this service wrote, by its generation and hash. */
export function refreshTokenStateOf(
  session: {
    tokenHash: string;
    generation: number;
    rotatedAt: Date;
    expiresAt: Date;
    endedAt: Date | null;
  } | null,
  token: { hash: string; generation: number; successorHash: string },
  now: Date,
): RefreshTokenState {
  if (!session || session.endedAt || session.expiresAt <= now) return 'ended';
  if (token.hash === session.tokenHash) return 'current';
  const previous =
    token.generation === session.generation - 1 && token.successorHash === session.tokenHash;
  if (previous && now.getTime() - session.rotatedAt.getTime() < RENEWAL_GRACE_MS) return 'raced';
  return token.generation < session.generation ? 'reused' : 'ended';
}
