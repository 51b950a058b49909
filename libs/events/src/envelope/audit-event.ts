import { events, type AuditFacts } from '@engawa/contracts';
import { newId } from './id';
import { type EventOf, newEvent } from './new-event';

/** The audit event of each service. */
type AuditDefinition =
  | typeof events.identityAudited
  | typeof events.membersAudited
  | typeof events.timelineAudited
  | typeof events.integrationsAudited
  | typeof events.searchAudited;

/** Longest name of a target in the audit log, in characters. */
const NAME_LENGTH = 300;

/** An audit event (IDN-13), to be written with its change. */
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
    origin?: { network: string | null; userAgent: string | null } | null;
  },
): EventOf<AuditDefinition> {
  return newEvent(definition, {
    space: line.space,
    actor: line.actor,
    aggregate: { type: 'audit', id: newId() },
    version: 1,
    data: {
      action: line.action,
      target: { ...line.target, name: line.target.name.slice(0, NAME_LENGTH) },
      changes: line.changes ?? [],
      network: line.origin?.network ?? null,
      userAgent: line.origin?.userAgent ?? null,
    },
  });
}
