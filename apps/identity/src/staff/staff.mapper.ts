import type { DataOf, events, Staff } from '@engawa/contracts';
import type { Photo, StaffRecord } from './staff.schema';
import { isColleague, roleOf } from './staff.rules';

/** Whose photo it is: of a staff member or an integration. */
interface Named {
  readonly id: string;
  readonly space: string;
  readonly photo?: Photo | null;
}

export function toStaff(record: StaffRecord, primaryAdminId: string | null): Staff {
  return {
    id: record.id,
    version: record.version,
    email: record.email,
    displayName: record.displayName,
    bio: record.bio,
    jobTitle: record.jobTitle,
    ...photoUrlsOf(record),
    role: roleOf(record, primaryAdminId),
    deactivated: record.deactivated,
    excludeFromRanking: record.excludeFromRanking,
    isAgreedToTOU: record.isAgreedToTOU,
    initialPasswordChanged: record.initialPasswordChanged,
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
  };
}

/** What an API token may read of a staff member: no e-mail address (IDN-11). */
export function withoutEmail({ email: _email, ...staff }: Staff): Staff {
  return staff;
}

/** Facts of a staff member for other services. */
export function toStaffFacts(
  record: Omit<StaffRecord, 'version' | 'createdAt' | 'updatedAt'>,
  primaryAdminId: string | null,
): DataOf<typeof events.staffUpdated> {
  return {
    staffId: record.id,
    email: record.email,
    displayName: record.displayName,
    jobTitle: record.jobTitle,
    ...photoUrlsOf(record),
    role: roleOf(record, primaryAdminId),
    deactivated: record.deactivated,
    excludeFromRanking: record.excludeFromRanking,
    ...(isColleague(record, primaryAdminId) ? {} : { god: true }),
  };
}

/** Addresses of the photo; they open with a session or API token of the space only. */
export function photoUrlsOf(record: Named): {
  photoUrl: string | null;
  thumbPhotoUrl: string | null;
} {
  const { photo } = record;
  const url = (file: string) => `/api/v1/staff-photos/${record.space}/${record.id}/${file}`;
  return photo
    ? { photoUrl: url(photo.file), thumbPhotoUrl: url(photo.thumb) }
    : { photoUrl: null, thumbPhotoUrl: null };
}
