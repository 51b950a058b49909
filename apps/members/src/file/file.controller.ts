import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import { eraseMemberInput, member, memberFile, memberHistory } from '@engawa/contracts';
import { Answer, createDto, Idempotent, IdPathDto, Operation, Problems } from '@engawa/service-kit';
import { MemberFileService } from './file.service';
import { MemberHistoryService } from './history.service';

export class EraseMemberDto extends createDto(eraseMemberInput) {}

@Controller('members')
export class MemberFileController {
  constructor(
    private readonly files: MemberFileService,
    private readonly history: MemberHistoryService,
  ) {}

  @Get(':id/history')
  @Can('member.read')
  @Operation('getMemberHistory', {
    summary: 'Get the history of a member',
    description:
      'Returns when the member was added, imported, given another member type and merged. Who changed which field is in the audit log.',
  })
  @Answer(200, memberHistory)
  @Problems('members.member.not-found')
  getHistory(@CurrentStaff() staff: CurrentStaff, @Param() { id }: IdPathDto) {
    return this.history.get(staff.space, id);
  }

  @Get(':id/file')
  @Can('member.read')
  @Operation('discloseMember', {
    summary: 'Export the personal data of a member',
    description:
      'Returns everything that is stored about a member. Names of other members are redacted. Only for administrators.',
  })
  @Answer(200, memberFile)
  @Problems('members.member.not-found', 'members.member.no-permission', 'members.file.unavailable')
  disclose(@CurrentStaff() staff: CurrentStaff, @Param() { id }: IdPathDto) {
    return this.files.disclose(staff, id);
  }

  @Post(':id/erase')
  @Can('member.write')
  @Idempotent()
  @Operation('eraseMember', {
    summary: 'Erase the personal data of a member',
    description:
      'Deletes the personal data of a member permanently, in every text, history and copy. Counts stay the same. The name of the member must be repeated as confirmation. Only for administrators.',
  })
  @Answer(200, member)
  @Problems('members.member.not-found', 'members.member.no-permission', 'members.file.wrong-name')
  erase(
    @CurrentStaff() staff: CurrentStaff,
    @Param() { id }: IdPathDto,
    @Body() body: EraseMemberDto,
  ) {
    return this.files.erase(staff, id, body.familyName);
  }
}
