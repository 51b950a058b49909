import type { MemberRef, StaffRef } from '@engawa/contracts';
import { Face } from '../ui/face';
import { memberName } from './names';

type ShownStaff = Pick<StaffRef, 'id' | 'displayName' | 'thumbPhotoUrl' | 'deactivated'>;

/** A staff member's avatar; paler if deactivated. */
export function StaffFace(props: {
  staff: ShownStaff;
  /** Diameter in pixels. */
  size: number;
  /** The large photo, for sizes above the thumbnail's. */
  photoUrl?: string | null;
}) {
  const { staff, size, photoUrl = staff.thumbPhotoUrl } = props;
  return (
    <Face
      id={staff.id}
      peek="staff"
      name={staff.displayName}
      photoUrl={photoUrl}
      size={size}
      faded={staff.deactivated}
    />
  );
}

/** A member's avatar; paler if resigned. */
export function MemberFace(props: {
  member: Omit<MemberRef, 'company' | 'photoUrl'>;
  /** Diameter in pixels. */
  size: number;
  /** The large photo, for sizes above the thumbnail's. */
  photoUrl?: string | null;
}) {
  const { member, size, photoUrl = member.thumbPhotoUrl } = props;
  return (
    <Face
      id={member.id}
      peek="member"
      name={memberName(member)}
      photoUrl={photoUrl}
      size={size}
      faded={member.deleted}
    />
  );
}
