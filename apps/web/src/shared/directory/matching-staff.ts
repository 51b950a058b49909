import type { Staff } from '@engawa/contracts';

/** Active staff whose name or e-mail address contains the text. */
export function matchingStaff(staffs: readonly Staff[], text: string): Staff[] {
  const flat = (value: string) => value.normalize('NFKC').toLowerCase().replace(/\s+/g, '');
  const wanted = flat(text);
  return staffs.filter(
    (staff) =>
      !staff.deactivated &&
      (flat(staff.displayName).includes(wanted) || flat(staff.email ?? '').startsWith(wanted)),
  );
}
