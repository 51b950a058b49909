import { newAuditEvent } from '@engawa/auth';
import { events, type AuditFacts } from '@engawa/contracts';
import type { EventOf } from '@engawa/events';

/** An audit event (IDN-13), to be written with its change. */
export function auditEvent(
  /** Null: the system. */
  by: { space: string; staffId: string | null },
  line: {
    action: `integrations.${string}.${string}`;
    target: AuditFacts['target'];
    /** Never contains secrets. */
    changes?: AuditFacts['changes'];
  },
): EventOf<typeof events.integrationsAudited> {
  return newAuditEvent(events.integrationsAudited, {
    space: by.space,
    actor: by.staffId,
    ...line,
  });
}
