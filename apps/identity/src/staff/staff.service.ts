import { Injectable } from '@nestjs/common';
import type { ListStaffsQuery, Staff } from '@engawa/contracts';
import { SpacesRepository } from '../space/space.repository';
import { toStaff } from './staff.mapper';
import { StaffRepository } from './staff.repository';

/** Staff data visible to the staff of a space. */
@Injectable()
export class StaffService {
  constructor(
    private readonly staffs: StaffRepository,
    private readonly spaces: SpacesRepository,
  ) {}

  /** The oldest account first. */
  async list(space: string, query: ListStaffsQuery): Promise<Staff[]> {
    const [records, { primaryAdminId }] = await Promise.all([
      this.staffs.findOfSpace(space),
      this.spaces.getSpace(space),
    ]);
    return records
      .filter((record) => query.includeDeactivated === 'true' || !record.deactivated)
      .map((record) => toStaff(record, primaryAdminId));
  }

  /** @throws StaffNotFound */
  async get(space: string, staffId: string): Promise<Staff> {
    const [record, { primaryAdminId }] = await Promise.all([
      this.staffs.getStaff(space, staffId),
      this.spaces.getSpace(space),
    ]);
    return toStaff(record, primaryAdminId);
  }

  /** Last sign-in of every staff member of the space (getLastSignInTimes). */
  async lastSignInTimes(
    space: string,
  ): Promise<{ staffId: string; lastSignInAt: string | null }[]> {
    const records = await this.staffs.findOfSpace(space);
    return records.map(({ id, lastSignInAt }) => ({
      staffId: id,
      lastSignInAt: lastSignInAt?.toISOString() ?? null,
    }));
  }
}
