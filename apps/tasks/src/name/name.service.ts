import { Injectable } from '@nestjs/common';
import { unknownMember, unknownStaff } from '@engawa/contracts';
import { Directory, isColleague, type StaffEntry } from '@engawa/directory';
import { DeactivatedAssignee, UnknownAssignee } from '../task/task.errors';
import type { Names } from '../task/task.mapper';

/** Names for answers, and checks of assignees. */
@Injectable()
export class NameService {
  constructor(private readonly directory: Directory) {}

  /** One look-up for a whole page; unknown ids have an empty name. */
  async of(
    space: string,
    { staffIds, memberIds }: { staffIds: string[]; memberIds: string[] },
  ): Promise<Names> {
    const [staffs, members] = await Promise.all([
      this.directory.findStaffs(space, staffIds),
      this.directory.findMembers(space, memberIds),
    ]);
    return {
      staff: (id) => staffs.get(id) ?? unknownStaff(id),
      member: (id) => members.get(id) ?? unknownMember(id),
    };
  }

  /** All ids of a member in tasks (MBR-5). */
  memberAliases(space: string, memberId: string): Promise<string[]> {
    return this.directory.findMemberAliases(space, memberId);
  }

  /** Throws `UnknownAssignee` or `DeactivatedAssignee`. */
  async requireAssignee(space: string, staffId: string): Promise<void> {
    const staff = await this.requireStaff(space, staffId);
    if (staff.deactivated) throw new DeactivatedAssignee();
  }

  /** Throws `UnknownAssignee`; deactivated staff are known, integrations and god are not. */
  async requireStaff(space: string, staffId: string): Promise<StaffEntry> {
    const found = await this.directory.findStaffs(space, [staffId], { strict: true });
    const staff = found.get(staffId);
    if (!staff || !isColleague(staff)) throw new UnknownAssignee();
    return staff;
  }
}
