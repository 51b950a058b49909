import { z } from 'zod';
import { id, instant, instantInput, line, version } from '../primitive';
import { permission, type Permission } from '../permission';
import { staffRef } from './staff';

/** Permissions that no API token can have: accounts of people, and API tokens. */
const beyondTokens = [
  'staff.manage',
  'staff.edit',
  'staff.transferPrimary',
  'apiToken.manage',
  'space.signIn',
  'space.operate',
] as const satisfies readonly Permission[];
/** What an API token can be allowed (IDN-11). */
export const apiTokenScope = permission.exclude([...beyondTokens]);

/**
 * An API token of the space; the secret is shown once, when it is created. The token is the
 * integration itself: what it writes names it as the author, by `id`, `name` and photo.
 */
export const apiToken = z
  .object({
    id: id.meta({ description: 'Also the author id of what it writes' }),
    version,
    name: z.string(),
    photoUrl: z.string().nullable(),
    thumbPhotoUrl: z.string().nullable(),
    scopes: z.array(permission),
    createdBy: id.meta({
      description: 'The administrator who answers for it: it ends with this account',
    }),
    createdAt: instant,
    expiresAt: instant.nullable(),
    lastUsedAt: instant.nullable().meta({ description: 'To the minute' }),
    hint: z.string().meta({ description: 'Its last four characters' }),
  })
  .meta({ id: 'ApiToken' });
export type ApiToken = z.infer<typeof apiToken>;

export const createApiTokenInput = z.strictObject({
  name: line(100).min(1),
  scopes: z.array(apiTokenScope).min(1).max(50),
  expiresAt: instantInput.nullable().default(null),
});
export type CreateApiTokenInput = z.infer<typeof createApiTokenInput>;
export const createApiTokenAnswer = z.object({
  token: z.string().meta({ description: 'Shown this once', example: 'engawa_…' }),
  apiToken,
});
export const listApiTokensAnswer = z.object({ items: z.array(apiToken) });

/** updateApiToken: the name under which it writes. */
export const updateApiTokenInput = z.strictObject({ name: line(100).min(1) });
export type UpdateApiTokenInput = z.infer<typeof updateApiTokenInput>;

/** Days of use that are kept and listed, with today. */
export const API_TOKEN_USE_DAYS = 30;
/** Requests of an API token by day of the space's time zone, the oldest day first. */
export const apiTokenUseAnswer = z.object({
  days: z.array(z.object({ day: z.iso.date(), requests: z.int().min(0) })).max(API_TOKEN_USE_DAYS),
});
export type ApiTokenUse = z.infer<typeof apiTokenUseAnswer>;

/** The integrations of a space, also those that ended: authors of what they wrote. */
export const listIntegrationsAnswer = z.object({ items: z.array(staffRef) });

/** Text of an API token, `engawa_{space}_{tokenId}_{secret}`: found by space and id, verified by its secret. */
export interface ApiTokenText {
  readonly space: string;
  readonly tokenId: string;
  readonly secret: string;
}

export function writeApiToken({ space, tokenId, secret }: ApiTokenText): string {
  return `engawa_${space}_${tokenId}_${secret}`;
}

/** Null when the text is not an API token. */
export function readApiToken(text: string): ApiTokenText | null {
  const match = /^engawa_([a-z0-9-]{2,40})_([A-Za-z0-9-]{1,64})_([\w-]{43})$/.exec(text);
  if (!match) return null;
  const [, space = '', tokenId = '', secret = ''] = match;
  return { space, tokenId, secret };
}
