import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { id, spaceId } from '@engawa/contracts';
import { OnQuestion } from '@engawa/events';
import { z } from 'zod';
import { toIntegrationFacts } from '../api-token/api-token.mapper';
import { ApiTokenRepository } from '../api-token/api-token.repository';
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
    private readonly tokens: ApiTokenRepository,
  ) {}

  /** Facts of `staffUpdated` with the version, of existing staff and integrations, in no order. */
  @OnQuestion('identity.findStaffs')
  async findStaffs(@Payload() payload: unknown) {
    const { space, ids } = question.parse(payload);
    const [records, tokens, home] = await Promise.all([
      this.staffs.findByIds(space, ids),
      this.tokens.findByIds(space, ids),
      this.spaces.findById(space, space),
    ]);
    const primaryAdminId = home?.primaryAdminId ?? null;
    return [
      ...records.map((one) => ({ ...toStaffFacts(one, primaryAdminId), version: one.version })),
      ...tokens.map((one) => ({ ...toIntegrationFacts(one), version: one.version })),
    ];
  }
}
