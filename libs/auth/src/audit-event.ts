import { type AuditFacts, auditFactsOf, type events } from '@engawa/contracts';
import { type EventOf, newEvent, newId } from '@engawa/events';

/** The audit event of each service. */
type AuditDefinition =
  | typeof events.identityAudited
  | typeof events.membersAudited
  | typeof events.timelineAudited
  | typeof events.integrationsAudited
  | typeof events.searchAudited
  | typeof events.tasksAudited;

/** An audit event (IDN-13), to be written with its change. A long name of its target is cut. */
export function newAuditEvent(
  definition: AuditDefinition,
  line: {
    space: string;
    /** Staff member who did it; null for the system. */
    actor: string | null;
    action: string;
    target: AuditFacts['target'];
    /** Never contains secrets. */
    changes?: AuditFacts['changes'];
    origin?: Pick<AuditFacts, 'network' | 'userAgent'> | null;
  },
): EventOf<AuditDefinition> {
  return newEvent(definition, {
    space: line.space,
    actor: line.actor,
    aggregate: { type: 'audit', id: newId() },
    version: 1,
    data: auditFactsOf(line),
  });
}
