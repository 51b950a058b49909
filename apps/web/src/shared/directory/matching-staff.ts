import type { Staff } from '@engawa/contracts';

/** Staff whose name or mail address contains the text, those at work only. */
export function matchingStaff(staffs: readonly Staff[], text: string): Staff[] {
  const flat = (value: string) => value.normalize('NFKC').toLowerCase().replace(/\s+/g, '');
  const wanted = flat(text);
  return staffs.filter(
    (staff) =>
      !staff.deactivated &&
      (flat(staff.displayName).includes(wanted) || flat(staff.email).startsWith(wanted)),
  );
}
