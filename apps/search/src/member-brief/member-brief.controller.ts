import { Controller, Get, Param } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import { memberBrief } from '@engawa/contracts';
import { Answer, Operation, Problems } from '@engawa/service-kit';
import { MemberBriefService } from './member-brief.service';

@Controller('insights/members')
export class MemberBriefController {
  constructor(private readonly briefs: MemberBriefService) {}

  @Get(':memberId')
  @Can('search.read')
  @Operation('getMemberBrief', { summary: 'What to know before meeting a member' })
  @Answer(200, memberBrief)
  @Problems('search.member.not-found')
  get(@CurrentStaff() staff: CurrentStaff, @Param('memberId') memberId: string) {
    return this.briefs.get(staff.space, memberId);
  }
}
