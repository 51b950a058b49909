import { createHash } from 'node:crypto';
import type { ApiTokenText } from '@engawa/contracts';

/** The stored hash; 256 random bits need no slow hash. */
export function hashOfApiToken({ secret }: ApiTokenText): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Whether the token was revoked or has expired. */
export function isOver(token: { revokedAt: Date | null; expiresAt: Date | null }): boolean {
  return token.revokedAt !== null || (token.expiresAt !== null && token.expiresAt <= new Date());
}

/**
 * The `sid` of its access tokens: another one after they were ended, so that later ones are valid
 * while the earlier ones are still known as revoked.
 */
export function accessIdOf({ id, generation = 0 }: { id: string; generation?: number }): string {
  return generation === 0 ? id : `${id}-${generation}`;
}

/** The last `count` days up to `today`, the oldest first. */
export function daysUntil(today: string, count: number): string[] {
  const end = Date.parse(`${today}T00:00:00.000Z`);
  return Array.from({ length: count }, (_, index) =>
    new Date(end - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  );
}
