import type { Role } from '@engawa/contracts';

/** As much of a staff as decides what may be done to them. */
export interface StaffStatus {
  readonly id: string;
  /** The stored role; whether it is in force, {@link roleOf} tells. */
  readonly role: Role;
  readonly god: boolean;
  readonly deactivated: boolean;
  readonly initialPasswordChanged: boolean;
}

/** Who does it. */
export interface Actor {
  readonly staffId: string;
  readonly god: boolean;
}

/** Why a change of a staff is refused; ends of the problems' codes. */
export type StaffRefusal =
  'primary-admin-stays' | 'own-account' | 'god-protected' | 'deactivated' | 'not-joined';

/**
 * The role in force. `primaryAdminId` of the space is the truth, so that a transfer is one write
 * (IDN-2): the named one is primaryAdmin, and whoever still carries the old title is generalAdmin.
 */
export function roleOf(staff: { id: string; role: Role }, primaryAdminId: string | null): Role {
  if (staff.id === primaryAdminId) return 'primaryAdmin';
  return staff.role === 'primaryAdmin' ? 'generalAdmin' : staff.role;
}

/** May the account be edited, and its role become `role` where one is given? */
export function refusalOfEdit(
  actor: Actor,
  staff: StaffStatus,
  primaryAdminId: string,
  role: Role | undefined,
): StaffRefusal | null {
  if (staff.god && !actor.god && staff.id !== actor.staffId) return 'god-protected';
  if (role === undefined || role === roleOf(staff, primaryAdminId)) return null;
  if (staff.id === primaryAdminId) return 'primary-admin-stays';
  return staff.id === actor.staffId ? 'own-account' : null;
}

/** May the account be deactivated? */
export function refusalOfDeactivation(
  actor: Actor,
  staff: StaffStatus,
  primaryAdminId: string,
): StaffRefusal | null {
  if (staff.id === primaryAdminId) return 'primary-admin-stays';
  if (staff.id === actor.staffId) return 'own-account';
  return staff.god && !actor.god ? 'god-protected' : null;
}

/**
 * May the office of primary administrator go to this staff? Not to one who never came in: where
 * the invitation went to a wrong address, nobody would hold it any more.
 */
export function refusalOfTransfer(actor: Actor, to: StaffStatus): StaffRefusal | null {
  if (to.id === actor.staffId) return 'own-account';
  if (to.deactivated) return 'deactivated';
  return to.initialPasswordChanged ? null : 'not-joined';
}
