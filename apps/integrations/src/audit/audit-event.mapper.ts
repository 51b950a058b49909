import type { CurrentStaff } from '@engawa/auth';
import { events, type AuditFacts } from '@engawa/contracts';
import { newAuditEvent, type EventOf } from '@engawa/events';

/** An audit event (IDN-13), to be written with its change. */
export function auditEvent(
  staff: CurrentStaff,
  line: {
    action: `integrations.${string}.${string}`;
    target: AuditFacts['target'];
    /** Never contains secrets. */
    changes?: AuditFacts['changes'];
  },
): EventOf<typeof events.integrationsAudited> {
  const { space, staffId: actor } = staff;
  return newAuditEvent(events.integrationsAudited, { space, actor, ...line });
}
