import type { CurrentStaff } from '@engawa/auth';
import { events, type AuditFacts } from '@engawa/contracts';
import { newEvent, newId, type EventOf } from '@engawa/events';

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
  return newEvent(events.integrationsAudited, {
    space: staff.space,
    actor: staff.staffId,
    aggregate: { type: 'audit', id: newId() },
    version: 1,
    data: {
      action: line.action,
      target: { ...line.target, name: line.target.name.slice(0, 300) },
      changes: line.changes ?? [],
      network: null,
      userAgent: null,
    },
  });
}
