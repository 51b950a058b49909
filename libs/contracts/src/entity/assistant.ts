import { z } from 'zod';
import { permission, type Permission } from '../permission';
import { id, instant } from '../primitive';

/** What an assistant can be allowed by a staff member (API-5). */
export const assistantScopes = [
  'post.read',
  'post.write',
  'task.read',
  'task.write',
  'member.read',
  'notification.read',
  'search.read',
  'insight.read',
] as const satisfies readonly Permission[];
export type AssistantScope = (typeof assistantScopes)[number];

/** Scopes that change something. */
export const assistantWriteScopes: readonly AssistantScope[] = ['post.write', 'task.write'];

/** The query of the authorization request (RFC 6749, 4.1.1), as the browser brought it. */
const authorizationQuery = z.string().max(8_000);
export const checkAuthorizationInput = z.strictObject({ query: authorizationQuery });
export const authorizeAssistantInput = z.strictObject({
  query: authorizationQuery,
  readOnly: z.boolean().default(false).meta({ description: 'Leaves out all writing scopes' }),
});
export type AuthorizeAssistantInput = z.infer<typeof authorizeAssistantInput>;

export const authorizationCheck = z
  .object({
    ask: z
      .object({
        name: z.string().meta({ description: 'Name that the program gave itself; not verified' }),
        host: z.string().meta({ description: 'Host that the browser is redirected to' }),
        scopes: z.array(permission),
      })
      .nullable()
      .meta({ description: 'Null for an invalid request' }),
    redirectTo: z.string().meta({ description: 'Address that reports the refusal to the program' }),
  })
  .meta({ id: 'AuthorizationCheck' });
export type AuthorizationCheck = z.infer<typeof authorizationCheck>;
export const authorizeAssistantAnswer = z.object({
  redirectTo: z
    .string()
    .meta({ description: 'Address that gives the program its authorization code' }),
});

/** An assistant that acts in the name of the staff member who allowed it. */
export const assistant = z
  .object({
    id,
    name: z.string(),
    host: z.string(),
    scopes: z.array(permission),
    connectedAt: instant,
    lastUsedAt: instant.nullable().meta({ description: 'To the minute' }),
  })
  .meta({ id: 'Assistant' });
export type Assistant = z.infer<typeof assistant>;
export const listAssistantsAnswer = z.object({ items: z.array(assistant) });
