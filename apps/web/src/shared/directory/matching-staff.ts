import type { Staff } from '@engawa/contracts';
import { flatText, matches } from '../list/matches';

/** Active staff whose name or e-mail address contains the text. */
export function matchingStaff(staffs: readonly Staff[], text: string): Staff[] {
  return staffs.filter(
    (staff) =>
      !staff.deactivated &&
      (matches(staff.displayName, text) || flatText(staff.email ?? '').startsWith(flatText(text))),
  );
}
