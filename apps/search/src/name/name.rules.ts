import { unknownMember, unknownStaff, type MemberRef, type StaffRef } from '@engawa/contracts';
import { nameId, type NameDocument } from './name.schema';

/** Staff and members by id, as shown; unknown ones without a name. */
export function peopleOf(named: ReadonlyMap<string, Pick<NameDocument, 'ref'>>): {
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
