import { newAuditEvent } from '@engawa/auth';
import { type AuditFacts, events } from '@engawa/contracts';
import type { EventOf } from '@engawa/events';

/** An audit event (IDN-13), to be written with its change. */
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
