import { type AuditFacts, events } from '@engawa/contracts';
import { type EventOf, newAuditEvent } from '@engawa/events';

/** A line for the audit log (IDN-13), to be written with the change that it tells of. */
export function auditEvent(
  by: { space: string; staffId: string },
  line: {
    action: `search.${string}.${string}`;
    target: AuditFacts['target'];
    changes?: AuditFacts['changes'];
  },
): EventOf<typeof events.searchAudited> {
  return newAuditEvent(events.searchAudited, { space: by.space, actor: by.staffId, ...line });
}
