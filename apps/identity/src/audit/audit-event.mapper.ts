import { events, type AuditFacts } from '@engawa/contracts';
import { newAuditEvent, type EventOf } from '@engawa/events';
import type { Origin } from '../caller/caller.rules';

/** One line for the audit log (IDN-13). */
export interface AuditLine {
  space: string;
  /** Staff who did it; null for the system. */
  actor: string | null;
  action: string;
  target: AuditFacts['target'];
  changes?: AuditFacts['changes'];
  origin?: Origin | null;
}

/** The line as an event, to be written in the same document as the change that it tells of. */
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
