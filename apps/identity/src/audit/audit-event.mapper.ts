import { newAuditEvent } from '@engawa/auth';
import { events, type AuditFacts } from '@engawa/contracts';
import type { EventOf } from '@engawa/events';
import type { Origin } from '../caller/caller.rules';

/** An entry of the audit log (IDN-13). */
export interface AuditLine {
  space: string;
  /** Staff member who did it; null for the system. */
  actor: string | null;
  action: string;
  target: AuditFacts['target'];
  changes?: AuditFacts['changes'];
  origin?: Origin | null;
}

/** The entry as an event, to be written in the document of the change. */
export function auditEvent(line: AuditLine): EventOf<typeof events.identityAudited> {
  return newAuditEvent(events.identityAudited, line);
}

/** The fields of `after` that differ from `before`, with both values. */
export function changesBetween<T extends object>(
  before: T,
  after: Partial<T>,
): AuditFacts['changes'] {
  return (Object.keys(after) as (keyof T & string)[])
    .filter((field) => after[field] !== undefined && after[field] !== before[field])
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }));
}
