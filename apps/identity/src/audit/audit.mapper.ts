import type { AuditEntry } from '@engawa/contracts';
import type { AuditRecord } from './audit.schema';

/** `names` of staff and integrations by id; god of another space is shown by id only. */
export function toAuditEntry(record: AuditRecord, names: ReadonlyMap<string, string>): AuditEntry {
  const { id, at, actorId, action, target, changes, network, userAgent } = record;
  return {
    id,
    at: at.toISOString(),
    actor: actorId ? { id: actorId, displayName: names.get(actorId) ?? '' } : null,
    action,
    target,
    changes,
    network,
    userAgent,
  };
}
