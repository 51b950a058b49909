import type { ApiToken, CreateApiTokenInput, Permission, StaffRef } from '@engawa/contracts';

/** A scope of API tokens. */
export type TokenScope = CreateApiTokenInput['scopes'][number];

/** Permissions that no API token can have, as in the API (IDN-11). */
const beyondTokens: readonly Exclude<Permission, TokenScope>[] = [
  'staff.manage',
  'staff.edit',
  'staff.transferPrimary',
  'apiToken.manage',
  'space.operate',
  'space.signIn',
];

/** Scopes that someone with these permissions can grant. */
export function scopesOf(permissions: readonly Permission[]): TokenScope[] {
  const refused: readonly Permission[] = beyondTokens;
  return permissions.filter((name): name is TokenScope => !refused.includes(name));
}

/** Lifetimes of a token in days; `never` does not expire. */
export const tokenLives = ['30', '90', '365', 'never'] as const;
export type TokenLife = (typeof tokenLives)[number];

/** Expiry of a token; null for never. */
export function endOf(life: TokenLife, now = Date.now()): string | null {
  return life === 'never' ? null : new Date(now + Number(life) * 86_400_000).toISOString();
}

/** A value of the audit log as text; empty for none. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  return JSON.stringify(value);
}

/** An API token as the author of what it writes. */
export function integrationOf(token: ApiToken): StaffRef {
  const { id, name, photoUrl, thumbPhotoUrl } = token;
  return {
    ...{ id, displayName: name, jobTitle: '', photoUrl, thumbPhotoUrl },
    deactivated: false,
    integration: true,
  };
}

/** Heights of the days in percent of the busiest one; a day with requests is at least visible. */
export function barsOf(days: readonly { requests: number }[]): number[] {
  const most = Math.max(1, ...days.map(({ requests }) => requests));
  return days.map(({ requests }) => (requests === 0 ? 0 : Math.max(4, (requests / most) * 100)));
}
