import { z } from 'zod';
import { id, instant, line } from '../primitive';
import { permission, type Permission } from '../permission';

/** What an API token can never do, whoever made it: people's accounts and its own kind. */
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

/** An API token of the space; the secret is shown once, when it is created. */
export const apiToken = z
  .object({
    id,
    name: z.string(),
    scopes: z.array(permission),
    createdBy: id,
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
  expiresAt: instant.nullable().default(null),
});
export type CreateApiTokenInput = z.infer<typeof createApiTokenInput>;
export const createApiTokenAnswer = z.object({
  token: z.string().meta({ description: 'Shown this once', example: 'engawa_…' }),
  apiToken,
});
export const listApiTokensAnswer = z.object({ items: z.array(apiToken) });
