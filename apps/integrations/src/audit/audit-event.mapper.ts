import type { CurrentStaff } from '@engawa/auth';
import { events, type AuditFacts } from '@engawa/contracts';
import { newAuditEvent, type EventOf } from '@engawa/events';

/** A line for the audit log (IDN-13), to be written with the change that it tells of. */
export function auditEvent(
  staff: CurrentStaff,
  line: {
    action: `integrations.${string}.${string}`;
    target: AuditFacts['target'];
    /** Secrets never appear. */
    changes?: AuditFacts['changes'];
  },
): EventOf<typeof events.integrationsAudited> {
  const { space, staffId: actor } = staff;
  return newAuditEvent(events.integrationsAudited, { space, actor, ...line });
}
