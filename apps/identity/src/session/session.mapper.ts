import {
  isAdminRole,
  permissionsOf,
  type AccessClaims,
  type Session,
  type SessionEntry,
} from '@engawa/contracts';
import { toSpace } from '../space/space.mapper';
import type { SpaceRecord } from '../space/space.schema';
import { toStaff } from '../staff/staff.mapper';
import { roleOf } from '../staff/staff.rules';
import type { StaffRecord } from '../staff/staff.schema';
import type { SessionRecord } from './session.schema';

/** An account and its space, read at the same time. */
export interface Account {
  readonly staff: StaffRecord;
  readonly space: SpaceRecord;
}

/** Whether god's permissions require two-factor sign-in first (IDN-9). */
function waitsForTwoFactor(staff: StaffRecord, godNeedsTwoFactor: boolean): boolean {
  return staff.god && godNeedsTwoFactor && staff.twoFactor === null;
}

/** Claims of the access token. */
export function toClaims(
  { staff, space }: Account,
  accessId: string,
  godNeedsTwoFactor: boolean,
): Omit<AccessClaims, 'iat' | 'exp'> {
  const role = roleOf(staff, space.primaryAdminId);
  return {
    sub: staff.id,
    sid: accessId,
    space: space.id,
    role,
    god: staff.god && !waitsForTwoFactor(staff, godNeedsTwoFactor),
    admin: isAdminRole(role),
    initialPasswordChanged: staff.initialPasswordChanged,
  };
}

export function toSession(account: Account, accessId: string, godNeedsTwoFactor: boolean): Session {
  const { staff, space } = account;
  const { role, god, admin } = toClaims(account, accessId, godNeedsTwoFactor);
  return {
    id: accessId,
    staff: toStaff(staff, space.primaryAdminId),
    space: toSpace(space),
    god,
    admin,
    initialPasswordChanged: staff.initialPasswordChanged,
    twoFactorEnabled: staff.twoFactor !== null,
    twoFactorSetupRequired: waitsForTwoFactor(staff, godNeedsTwoFactor),
    firstPage: staff.firstPage ?? 'timeline',
    firstStepsClosed: staff.firstStepsClosed ?? false,
    permissions: permissionsOf({ role, god }),
  };
}

export function toSessionEntry(record: SessionRecord, accessId: string): SessionEntry {
  return {
    id: record.id,
    current: record.accessId === accessId,
    createdAt: record.createdAt.toISOString(),
    lastSeenAt: record.lastSeenAt.toISOString(),
    expiresAt: record.expiresAt.toISOString(),
    userAgent: record.userAgent,
    network: record.network,
  };
}
