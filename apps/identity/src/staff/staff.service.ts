import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import type { ListStaffsQuery, Staff } from '@engawa/contracts';
import { SpacesRepository } from '../space/space.repository';
import { toStaff, withoutEmail } from './staff.mapper';
import { StaffRepository } from './staff.repository';
import { isColleague } from './staff.rules';
import type { StaffRecord } from './staff.schema';

/** Staff data visible to the staff of a space. */
@Injectable()
export class StaffService {
  constructor(
    private readonly staffs: StaffRepository,
    private readonly spaces: SpacesRepository,
  ) {}

  /** The oldest account first, without god, who is no colleague. */
  async list(caller: CurrentStaff, query: ListStaffsQuery): Promise<Staff[]> {
    const [records, { primaryAdminId }] = await Promise.all([
      this.staffs.findOfSpace(caller.space),
      this.spaces.getSpace(caller.space),
    ]);
    return records
      .filter((record) => query.includeDeactivated === 'true' || !record.deactivated)
      .filter((record) => isColleague(record, primaryAdminId))
      .map((record) => this.visibleTo(caller, record, primaryAdminId));
  }

  /** @throws StaffNotFound */
  async get(caller: CurrentStaff, staffId: string): Promise<Staff> {
    const [record, { primaryAdminId }] = await Promise.all([
      this.staffs.getStaff(caller.space, staffId),
      this.spaces.getSpace(caller.space),
    ]);
    return this.visibleTo(caller, record, primaryAdminId);
  }

  /** Last sign-in of every staff member of the space, without god (getLastSignInTimes). */
  async lastSignInTimes(
    space: string,
  ): Promise<{ staffId: string; lastSignInAt: string | null }[]> {
    const [records, { primaryAdminId }] = await Promise.all([
      this.staffs.findOfSpace(space),
      this.spaces.getSpace(space),
    ]);
    return records
      .filter((record) => isColleague(record, primaryAdminId))
      .map(({ id, lastSignInAt }) => ({
        staffId: id,
        lastSignInAt: lastSignInAt?.toISOString() ?? null,
      }));
  }

  private visibleTo(
    { scopes }: CurrentStaff,
    record: StaffRecord,
    primaryAdminId: string | null,
  ): Staff {
    const staff = toStaff(record, primaryAdminId);
    return scopes ? withoutEmail(staff) : staff;
  }
}
