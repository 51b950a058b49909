import { newAuditEvent } from '@engawa/auth';
import { type AuditFacts, events } from '@engawa/contracts';
import type { EventOf } from '@engawa/events';

/** An audit event (IDN-13), to be written with its change. */
export function auditEvent(
  by: { space: string; staffId: string },
  line: {
    action: `timeline.${string}.${string}`;
    target: AuditFacts['target'];
    changes?: AuditFacts['changes'];
  },
): EventOf<typeof events.timelineAudited> {
  return newAuditEvent(events.timelineAudited, { space: by.space, actor: by.staffId, ...line });
}

/** Old and new values of the changed fields. */
export function changesBetween<Fields extends object>(
  before: Partial<Fields> | null,
  after: Partial<Fields>,
  fields: readonly (keyof Fields & string)[],
): AuditFacts['changes'] {
  return fields
    .map((field) => ({ field, before: before?.[field] ?? null, after: after[field] ?? null }))
    .filter((change) => change.before !== change.after);
}
