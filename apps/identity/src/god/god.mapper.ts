import type { SpaceSummary } from '@engawa/contracts';
import type { SpaceRecord } from '../space/space.schema';
import { isColleague } from '../staff/staff.rules';
import type { StaffRecord } from '../staff/staff.schema';

/** A space with the figures of its staff. */
export function toSpaceSummary(space: SpaceRecord, staffs: readonly StaffRecord[]): SpaceSummary {
  const primary = staffs.find((staff) => staff.id === space.primaryAdminId);
  const signIns = staffs.flatMap(({ lastSignInAt }) =>
    lastSignInAt ? [lastSignInAt.getTime()] : [],
  );
  return {
    id: space.id,
    displayName: space.displayName,
    timeZone: space.timeZone,
    createdAt: space.createdAt.toISOString(),
    staffCount: staffs.filter(
      (staff) => !staff.deactivated && isColleague(staff, space.primaryAdminId),
    ).length,
    primaryAdmin: primary
      ? { id: primary.id, email: primary.email, displayName: primary.displayName }
      : null,
    lastSignInAt: signIns.length > 0 ? new Date(Math.max(...signIns)).toISOString() : null,
  };
}
