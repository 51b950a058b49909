import { events, type AuditFacts } from '@engawa/contracts';
import { newEvent } from '@engawa/events';
import { auditEvent } from '../audit/audit-event.mapper';
import type { Caller } from '../caller/caller.rules';
import { toIntegrationFacts } from './api-token.mapper';
import { accessIdOf } from './api-token.rules';
import type { ApiTokenRecord } from './api-token.schema';

/** The event of a change of the integration, for the name directories. */
export function integrationEvent(
  kind: 'staffAdded' | 'staffUpdated' | 'staffDeactivated',
  caller: Caller,
  record: Parameters<typeof toIntegrationFacts>[0],
  version: number,
) {
  return newEvent(events[kind], {
    space: caller.space,
    actor: caller.staffId,
    aggregate: { type: 'staff', id: record.id },
    version,
    data: toIntegrationFacts(record),
  });
}

export function apiTokenAudit(
  caller: Caller,
  { id, name }: Pick<ApiTokenRecord, 'id' | 'name'>,
  action: string,
  changes: AuditFacts['changes'] = [],
) {
  return auditEvent({
    space: caller.space,
    actor: caller.staffId,
    action,
    target: { type: 'apiToken', id, name },
    changes,
    origin: caller,
  });
}

/** The event that ends the access tokens that were made of a token so far. */
export function accessEnded(
  current: ApiTokenRecord,
  version: number,
  actor: string | null,
  what: { reason: string; continues?: true },
) {
  return newEvent(events.sessionRevoked, {
    space: current.space,
    actor,
    aggregate: { type: 'apiToken', id: current.id },
    version,
    data: { staffId: current.createdBy, sessionIds: [accessIdOf(current)], ...what },
  });
}
