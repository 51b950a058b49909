import type { Staff, StaffRef } from '@engawa/contracts';

/** A staff member as in posts and comments. */
export function staffRefOf(staff: Staff): StaffRef {
  const { id, displayName, jobTitle, photoUrl, thumbPhotoUrl, deactivated } = staff;
  return { id, displayName, jobTitle, photoUrl, thumbPhotoUrl, deactivated };
}
