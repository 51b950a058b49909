import { Injectable } from '@nestjs/common';
import { unknownStaff, type StaffRef } from '@engawa/contracts';
import { Directory } from '@engawa/directory';

/** Names of staff for answers. */
@Injectable()
export class NameService {
  constructor(private readonly directory: Directory) {}

  /** One look-up for a whole page; unknown staff have an empty name. */
  async staffOf(space: string, staffIds: string[]): Promise<(id: string) => StaffRef> {
    const staffs = await this.directory.findStaffs(space, staffIds);
    return (id) => staffs.get(id) ?? unknownStaff(id);
  }
}
