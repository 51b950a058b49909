import type { Role } from '@engawa/contracts';

/** The fields of a staff member that the rules need. */
export interface StaffStatus {
  readonly id: string;
  /** The stored role; {@link roleOf} gives the effective one. */
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

/** Why a change is rejected; the last words of the problem codes. */
export type StaffRefusal =
  'primary-admin-stays' | 'own-account' | 'god-protected' | 'deactivated' | 'not-joined';

/**
 * The effective role. The space's `primaryAdminId` decides, so that a transfer is one write
 * (IDN-2): that account is primaryAdmin, and another one that still has the role stored is
 * generalAdmin.
 */
export function roleOf(staff: { id: string; role: Role }, primaryAdminId: string | null): Role {
  if (staff.id === primaryAdminId) return 'primaryAdmin';
  return staff.role === 'primaryAdmin' ? 'generalAdmin' : staff.role;
}

/**
 * Whether a staff member is listed, named and counted in the space. God runs the installation and is
 * no colleague, unless god is also the space's primary administrator.
 */
export function isColleague(
  staff: { id: string; god: boolean },
  primaryAdminId: string | null,
): boolean {
  return !staff.god || staff.id === primaryAdminId;
}

/** Whether the account waits for its staff member to join, so that an invitation is of use. */
export function isInvitable(
  staff: Pick<StaffStatus, 'deactivated' | 'initialPasswordChanged'>,
): boolean {
  return !staff.deactivated && !staff.initialPasswordChanged;
}

/** Whether the account may be edited, and get `role` if given. */
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
 * Whether the staff member may become primary administrator. Not before the first sign-in: with a
 * wrong address nobody would hold the role.
 */
export function refusalOfTransfer(actor: Actor, to: StaffStatus): StaffRefusal | null {
  if (to.id === actor.staffId) return 'own-account';
  if (to.deactivated) return 'deactivated';
  return to.initialPasswordChanged ? null : 'not-joined';
}
