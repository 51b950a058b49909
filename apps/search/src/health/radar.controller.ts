import { Body, Controller, Delete, Get, Param, Put, Query } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import { coldMember, listColdMembersAnswer, radarSettings } from '@engawa/contracts';
import { Answer, IfMatch, Operation, Problems } from '@engawa/service-kit';
import {
  ListColdMembersDto,
  RadarMemberIdDto,
  SnoozeMemberDto,
  UpdateRadarSettingsDto,
} from './health.dto';
import { RadarService } from './radar.service';

@Controller('insights')
export class RadarController {
  constructor(private readonly radar: RadarService) {}

  @Get('radar')
  @Can('insight.read')
  @Operation('listColdMembers', {
    summary: 'List members on the radar',
    description:
      'Returns members with whom nobody has talked for longer than their member type allows.',
  })
  @Answer(200, listColdMembersAnswer)
  list(@CurrentStaff() staff: CurrentStaff, @Query() query: ListColdMembersDto) {
    return this.radar.list(staff.space, query);
  }

  @Get('radar/settings')
  @Can('insight.read')
  @Operation('getRadarSettings', {
    summary: 'Get radar settings',
    description:
      'Returns the number of days without a talk after which members appear on the radar, by member type.',
  })
  @Answer(200, radarSettings, { etag: true })
  getSettings(@CurrentStaff() staff: CurrentStaff) {
    return this.radar.getSettings(staff.space);
  }

  @Put('radar/settings')
  @Can('memberType.manage')
  @Operation('updateRadarSettings', {
    summary: 'Update radar settings',
    description: 'Replaces the number of days after which members appear on the radar.',
  })
  @Answer(200, radarSettings, { etag: true })
  @Problems('search.radar.stale', 'search.radar.unknown-type')
  updateSettings(
    @CurrentStaff() staff: CurrentStaff,
    @IfMatch() version: number | null,
    @Body() body: UpdateRadarSettingsDto,
  ) {
    return this.radar.updateSettings(staff, version, body);
  }

  @Put('members/:memberId/snooze')
  @Can('member.write')
  @Operation('snoozeMember', {
    summary: 'Snooze a member on the radar',
    description: 'Hides a member from the radar until the given day, with a reason.',
  })
  @Answer(200, coldMember)
  @Problems('search.member.not-found', 'search.snooze.day-refused')
  snooze(
    @CurrentStaff() staff: CurrentStaff,
    @Param() { memberId }: RadarMemberIdDto,
    @Body() body: SnoozeMemberDto,
  ) {
    return this.radar.snooze(staff, memberId, body);
  }

  @Delete('members/:memberId/snooze')
  @Can('member.write')
  @Operation('unsnoozeMember', {
    summary: 'End the snooze of a member',
    description: 'Shows a snoozed member on the radar again.',
  })
  @Answer(204, null)
  @Problems('search.snooze.not-found')
  async unsnooze(@CurrentStaff() staff: CurrentStaff, @Param() { memberId }: RadarMemberIdDto) {
    await this.radar.unsnooze(staff.space, memberId);
  }
}
