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
    summary: 'Members with whom nobody has talked for as many days as their type may wait',
  })
  @Answer(200, listColdMembersAnswer)
  list(@CurrentStaff() staff: CurrentStaff, @Query() query: ListColdMembersDto) {
    return this.radar.list(staff.space, query);
  }

  @Get('radar/settings')
  @Can('insight.read')
  @Operation('getRadarSettings', { summary: 'After how many days members grow cold' })
  @Answer(200, radarSettings, { etag: true })
  getSettings(@CurrentStaff() staff: CurrentStaff) {
    return this.radar.getSettings(staff.space);
  }

  @Put('radar/settings')
  @Can('memberType.manage')
  @Operation('updateRadarSettings', { summary: 'Set after how many days members grow cold' })
  @Answer(200, radarSettings, { etag: true })
  @Problems('search.radar.stale', 'search.radar.unknown-type')
  updateSettings(
    @CurrentStaff() staff: CurrentStaff,
    @IfMatch({ optional: true }) version: number | null,
    @Body() body: UpdateRadarSettingsDto,
  ) {
    return this.radar.updateSettings(staff, version, body);
  }

  @Put('members/:memberId/snooze')
  @Can('member.write')
  @Operation('snoozeMember', { summary: 'Leave a cold member alone up to a day, with a reason' })
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
  @Operation('unsnoozeMember', { summary: 'Watch a snoozed member again' })
  @Answer(204, null)
  @Problems('search.snooze.not-found')
  async unsnooze(@CurrentStaff() staff: CurrentStaff, @Param() { memberId }: RadarMemberIdDto) {
    await this.radar.unsnooze(staff.space, memberId);
  }
}
