import { unknownMember, unknownStaff, type MemberRef, type StaffRef } from '@engawa/contracts';
import { nameId, type NameDocument } from './name.schema';

/** Staff and members by id, as they are shown; of who is not known yet, at least the place. */
export function peopleOf(named: ReadonlyMap<string, NameDocument>): {
  staff: (id: string) => StaffRef;
  member: (id: string) => MemberRef;
} {
  return {
    staff: (id) =>
      (named.get(nameId('staff', id))?.ref as StaffRef | undefined) ?? unknownStaff(id),
    member: (id) =>
      (named.get(nameId('member', id))?.ref as MemberRef | undefined) ?? unknownMember(id),
  };
}
