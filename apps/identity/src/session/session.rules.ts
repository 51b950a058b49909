/** Lifetime of a session without renewal, and in total. */
export const SESSION_IDLE_MS = 14 * 24 * 60 * 60_000;
export const SESSION_MAX_AGE_MS = 60 * 24 * 60 * 60_000;
/** Lifetime of an access token (IDN-5). */
export const ACCESS_TOKEN_TTL_MS = 15 * 60_000;
/** How long the previous refresh token is accepted, because two tabs may renew at the same time. */
const RENEWAL_GRACE_MS = 10_000;

/** Expiry of a session renewed now. */
export function expiryOf(createdAt: Date, now: Date): Date {
  return new Date(
    Math.min(now.getTime() + SESSION_IDLE_MS, createdAt.getTime() + SESSION_MAX_AGE_MS),
  );
}

/** State of a presented refresh token. */
export type RefreshTokenState =
  /** Valid: it is rotated. */
  | 'current'
  /** Just rotated by another tab: gets the same successor. */
  | 'raced'
  /** Used long after its rotation, so it was stolen. The session ends (IDN-5). */
  | 'reused'
  /** The session has ended or never existed. */
  | 'ended';

/** The state of a token that this service issued, by its generation and hash. */
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
