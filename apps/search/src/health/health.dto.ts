import {
  getRelationsQuery,
  id,
  listColdMembersQuery,
  listCoveredMembersQuery,
  snoozeMemberInput,
  updateRadarSettingsInput,
} from '@engawa/contracts';
import { createDto } from '@engawa/service-kit';
import { z } from 'zod';

export class ListColdMembersDto extends createDto(listColdMembersQuery) {}
export class ListCoveredMembersDto extends createDto(listCoveredMembersQuery) {}
export class GetRelationsDto extends createDto(getRelationsQuery) {}
export class SnoozeMemberDto extends createDto(snoozeMemberInput) {}
export class UpdateRadarSettingsDto extends createDto(updateRadarSettingsInput) {}
export class RadarMemberIdDto extends createDto(z.strictObject({ memberId: id })) {}
