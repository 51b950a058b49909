import { Injectable } from '@nestjs/common';
import type { MemberRef, StaffRef } from '@engawa/contracts';
import { Directory, type MemberEntry, type StaffEntry } from '@engawa/directory';

/** Staff and members that an answer names, by id. */
export class People {
  constructor(
    private readonly staffs: ReadonlyMap<string, StaffEntry>,
    private readonly members: ReadonlyMap<string, MemberEntry>,
  ) {}

  /** A staff; one that nobody can tell of any more keeps its place without a name. */
  staff(id: string): StaffRef {
    return this.staffs.get(id) ?? { ...nobody, id };
  }

  /** Those of the members that are known, resigned ones too, in the order of the ids. */
  membersOf(ids: readonly string[]): MemberRef[] {
    return ids.flatMap((id) => this.members.get(id) ?? []);
  }

  findStaff(id: string): StaffEntry | undefined {
    return this.staffs.get(id);
  }

  findMember(id: string): MemberEntry | undefined {
    return this.members.get(id);
  }
}

const nobody: Omit<StaffRef, 'id'> = {
  displayName: '',
  jobTitle: '',
  photoUrl: null,
  thumbPhotoUrl: null,
  deactivated: true,
};

/** Reads people for answers and checks: at most two queries, side by side. */
@Injectable()
export class PeopleService {
  constructor(private readonly directory: Directory) {}

  /** `strict`: 503 rather than taking an id for unknown while its owner does not answer. */
  async read(
    space: string,
    ids: { staffIds: Iterable<string>; memberIds: Iterable<string> },
    options: { strict?: boolean } = {},
  ): Promise<People> {
    const staffIds = [...new Set(ids.staffIds)];
    const memberIds = [...new Set(ids.memberIds)];
    const [staffs, members] = await Promise.all([
      staffIds.length === 0
        ? new Map<string, StaffEntry>()
        : this.directory.findStaffs(space, staffIds, options),
      memberIds.length === 0
        ? new Map<string, MemberEntry>()
        : this.directory.findMembers(space, memberIds, options),
    ]);
    return new People(staffs, members);
  }
}
