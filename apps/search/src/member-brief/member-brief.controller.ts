import { Controller, Get, Param } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import { id, memberBrief } from '@engawa/contracts';
import { Answer, createDto, Operation, Problems } from '@engawa/service-kit';
import { z } from 'zod';
import { MemberBriefService } from './member-brief.service';

export class MemberBriefPathDto extends createDto(z.strictObject({ memberId: id })) {}

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
  get(@CurrentStaff() staff: CurrentStaff, @Param() { memberId }: MemberBriefPathDto) {
    return this.briefs.get(staff.space, memberId);
  }
}
