import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { id, spaceId } from '@engawa/contracts';
import { OnQuestion } from '@engawa/events';
import { z } from 'zod';
import { SpacesRepository } from '../space/space.repository';
import { toStaffFacts } from './staff.mapper';
import { StaffRepository } from './staff.repository';

const question = z.object({ space: spaceId, ids: z.array(id).max(1_000) });

/** Answers services that do not know a staff member yet. */
@Controller()
export class StaffListener {
  constructor(
    private readonly staffs: StaffRepository,
    private readonly spaces: SpacesRepository,
  ) {}

  /** Facts of `staffUpdated` with the version, of existing staff, in no order. */
  @OnQuestion('identity.findStaffs')
  async findStaffs(@Payload() payload: unknown) {
    const { space, ids } = question.parse(payload);
    const [records, home] = await Promise.all([
      this.staffs.findByIds(space, ids),
      this.spaces.findById(space, space),
    ]);
    return records.map((record) => ({
      ...toStaffFacts(record, home?.primaryAdminId ?? null),
      version: record.version,
    }));
  }
}
