import { memberLine, type Member, type StaffRef } from '@engawa/contracts';
import { paths } from '../../shared/address/paths';
import { memberName } from '../../shared/directory/names';

/** The memo of a message: to whom, what, and a line that leads to each member. */
export function messageMemo(
  staffs: readonly Pick<StaffRef, 'displayName'>[],
  text: string,
  members: readonly Pick<Member, 'id' | 'familyName' | 'firstName'>[],
  origin: string,
): string {
  return [
    staffs.map(({ displayName }) => `@${displayName}`).join(' '),
    text.trim(),
    ...members.map((member) => memberLine(memberName(member), origin + paths.member(member.id))),
  ].join('\n');
}
