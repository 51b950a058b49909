import { events, type AuditFacts } from '@engawa/contracts';
import { newId } from './id';
import { type EventOf, newEvent } from './new-event';

/** The events by which services tell the audit log. */
type AuditDefinition =
  | typeof events.identityAudited
  | typeof events.membersAudited
  | typeof events.timelineAudited
  | typeof events.integrationsAudited
  | typeof events.searchAudited;

/** Longest name of a target that the log keeps, in characters. */
const NAME_LENGTH = 300;

/** One line for the audit log (IDN-13), to be written with the change that it tells of. */
export function newAuditEvent(
  definition: AuditDefinition,
  line: {
    space: string;
    /** Staff who did it; null for the system. */
    actor: string | null;
    action: string;
    target: AuditFacts['target'];
    /** Secrets never appear. */
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
