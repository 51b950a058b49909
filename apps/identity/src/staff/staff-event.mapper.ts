import type { events } from '@engawa/contracts';
import { newEvent } from '@engawa/events';
import { toStaffFacts } from './staff.mapper';
import type { StaffRecord } from './staff.schema';

type StaffEvent =
  typeof events.staffUpdated | typeof events.staffDeactivated | typeof events.staffActivated;

/** The event of a change that leads to `after` at that version. */
export function staffEvent(
  definition: StaffEvent,
  after: StaffRecord,
  next: { version: number; primaryAdminId: string; actor: string | null },
) {
  return newEvent(definition, {
    space: after.space,
    actor: next.actor,
    aggregate: { type: 'staff', id: after.id },
    version: next.version,
    data: toStaffFacts(after, next.primaryAdminId),
  });
}
