import type { SpaceRecord } from '../space/space.schema';
import type { StaffRecord } from '../staff/staff.schema';

/**
 * Whether the password alone is not enough, because the space signs in with its organisation's
 * accounts (IDN-9). The primary administrator, who can fix these settings, and god are not locked
 * out with the issuer.
 */
export function needsOrganisation(account: {
  staff: Pick<StaffRecord, 'id' | 'god'>;
  space: Pick<SpaceRecord, 'oidc' | 'primaryAdminId'>;
}): boolean {
  const { staff, space } = account;
  if (!space.oidc || space.oidc.passwordAllowed) return false;
  return !staff.god && staff.id !== space.primaryAdminId;
}
