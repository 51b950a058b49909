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
  @Operation('getMemberBrief', {
    summary: 'Get a member brief',
    description:
      'Returns a one-screen summary to read before a talk: profile, last talks, open issues, what the member seeks and offers, tasks, connections and the staff members who know the member best.',
  })
  @Answer(200, memberBrief)
  @Problems('search.member.not-found')
  get(@CurrentStaff() staff: CurrentStaff, @Param('memberId') memberId: string) {
    return this.briefs.get(staff.space, memberId);
  }
}
