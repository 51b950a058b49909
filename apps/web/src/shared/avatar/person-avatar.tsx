import type { MemberRef, StaffRef } from '@engawa/contracts';
import { Avatar } from './avatar';
import { memberName } from '../directory/names';

type ShownStaff = Pick<
  StaffRef,
  'id' | 'displayName' | 'thumbPhotoUrl' | 'deactivated' | 'integration'
>;

/** A staff member's avatar; paler if deactivated. */
export function StaffAvatar(props: {
  staff: ShownStaff;
  /** Diameter in pixels. */
  size: number;
  /** The large photo, for sizes above the thumbnail's. */
  photoUrl?: string | null;
}) {
  const { staff, size, photoUrl = staff.thumbPhotoUrl } = props;
  return (
    <Avatar
      id={staff.id}
      peek={staff.integration ? undefined : 'staff'}
      name={staff.displayName}
      photoUrl={photoUrl}
      size={size}
      faded={staff.deactivated}
    />
  );
}

/** A member's avatar; paler if resigned. */
export function MemberAvatar(props: {
  member: Omit<MemberRef, 'company' | 'photoUrl'>;
  /** Diameter in pixels. */
  size: number;
  /** The large photo, for sizes above the thumbnail's. */
  photoUrl?: string | null;
}) {
  const { member, size, photoUrl = member.thumbPhotoUrl } = props;
  return (
    <Avatar
      id={member.id}
      peek="member"
      name={memberName(member)}
      photoUrl={photoUrl}
      size={size}
      faded={member.deleted}
    />
  );
}
