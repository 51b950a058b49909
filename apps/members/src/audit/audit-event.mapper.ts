import { events, type AuditFacts } from '@engawa/contracts';
import { newEvent, newId, type EventOf } from '@engawa/events';

/** A line for the audit log (IDN-13), to be written with the change that it tells of. */
export function auditEvent(line: {
  space: string;
  /** Staff who did it; null for the system. */
  actor: string | null;
  action: `members.${string}.${string}`;
  target: AuditFacts['target'];
  changes?: AuditFacts['changes'];
}): EventOf<typeof events.membersAudited> {
  return newEvent(events.membersAudited, {
    space: line.space,
    actor: line.actor,
    aggregate: { type: 'audit', id: newId() },
    version: 1,
    data: {
      action: line.action,
      target: line.target,
      changes: line.changes ?? [],
      network: null,
      userAgent: null,
    },
  });
}
