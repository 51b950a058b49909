import type { CreateApiTokenInput, Permission } from '@engawa/contracts';

/** What a token can be allowed. */
export type TokenScope = CreateApiTokenInput['scopes'][number];

/** What no API token can do; the same as the API's rule (IDN-11). */
const beyondTokens: readonly Exclude<Permission, TokenScope>[] = [
  'staff.manage',
  'staff.edit',
  'staff.transferPrimary',
  'apiToken.manage',
  'space.operate',
  'space.signIn',
];

/** What a token made by someone with these permissions can be allowed. */
export function scopesOf(permissions: readonly Permission[]): TokenScope[] {
  const refused: readonly Permission[] = beyondTokens;
  return permissions.filter((name): name is TokenScope => !refused.includes(name));
}

/** How long a token is good, in days; `never` has no end. */
export const tokenLives = ['30', '90', '365', 'never'] as const;
export type TokenLife = (typeof tokenLives)[number];

/** When a token of that life ends; null for never. */
export function endOf(life: TokenLife, now = Date.now()): string | null {
  return life === 'never' ? null : new Date(now + Number(life) * 86_400_000).toISOString();
}

/** The day after a `YYYY-MM-DD`, for an end that is not included. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

/** A value of the audit log as text; empty for nothing. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  return JSON.stringify(value);
}
