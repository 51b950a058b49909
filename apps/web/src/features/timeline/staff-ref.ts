import type { Staff, StaffRef } from '@engawa/contracts';

/** A staff as posts and comments name them. */
export function staffRefOf(staff: Staff): StaffRef {
  const { id, displayName, jobTitle, photoUrl, thumbPhotoUrl, deactivated } = staff;
  return { id, displayName, jobTitle, photoUrl, thumbPhotoUrl, deactivated };
}
