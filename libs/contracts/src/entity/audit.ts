import { z } from 'zod';
import { cursor, id, instant, pageOf } from '../primitive';

/** Longest name of a target in the audit log, in characters. */
const MAX_NAME_LENGTH = 300;

/** Data of an audit event (IDN-13). */
export const auditFacts = z.object({
  action: z
    .string()
    .regex(/^[a-z]+\.[a-zA-Z]+\.[a-zA-Z]+$/)
    .meta({ example: 'identity.staff.updated' }),
  target: z.object({ type: z.string().max(40), id, name: z.string().max(MAX_NAME_LENGTH) }),
  changes: z
    .array(z.object({ field: z.string().max(100), before: z.unknown(), after: z.unknown() }))
    .meta({ description: 'Old and new values; secrets never appear' }),
  network: z.string().nullable(),
  userAgent: z.string().nullable(),
});
export type AuditFacts = z.infer<typeof auditFacts>;

/** The facts of a change; a long name of its target is cut. */
export function auditFactsOf(change: {
  action: string;
  target: AuditFacts['target'];
  /** Never contains secrets. */
  changes?: AuditFacts['changes'];
  origin?: Pick<AuditFacts, 'network' | 'userAgent'> | null;
}): AuditFacts {
  const { action, target, changes = [], origin } = change;
  return {
    action,
    target: { ...target, name: target.name.slice(0, MAX_NAME_LENGTH) },
    changes,
    network: origin?.network ?? null,
    userAgent: origin?.userAgent ?? null,
  };
}

/** One entry of the audit log. */
export const auditEntry = auditFacts
  .extend({
    id,
    at: instant,
    actor: z
      .object({ id, displayName: z.string() })
      .nullable()
      .meta({ description: 'Null for the system' }),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof auditEntry>;

/** listAuditEntries, newest first. */
export const listAuditEntriesQuery = z.strictObject({
  cursor: cursor.optional(),
  actorId: id.optional().meta({ description: 'Only what this staff member did' }),
  action: z
    .string()
    .max(100)
    .regex(/^[a-zA-Z.]+$/)
    .optional()
    .meta({ description: 'Only this action, such as `identity.staff.updated`' }),
  targetId: id.optional().meta({ description: 'Only what was done to this entity' }),
  from: instant.optional(),
  to: instant.optional().meta({ description: 'Only what happened before this instant' }),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
export type ListAuditEntriesQuery = z.infer<typeof listAuditEntriesQuery>;
export const listAuditEntriesAnswer = pageOf(auditEntry);
