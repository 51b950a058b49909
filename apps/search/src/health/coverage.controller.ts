import { Controller, Get, Query } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import {
  listCoveredMembersAnswer,
  listOpenIssueMembersAnswer,
  staffCoverage,
} from '@engawa/contracts';
import { Answer, Operation } from '@engawa/service-kit';
import { CoverageService } from './coverage.service';
import { ListCoveredMembersDto } from './health.dto';

@Controller('insights')
export class CoverageController {
  constructor(private readonly coverage: CoverageService) {}

  @Get('open-issues')
  @Can('insight.read')
  @Operation('listOpenIssueMembers', { summary: 'The members with the most open issues' })
  @Answer(200, listOpenIssueMembersAnswer)
  listOpenIssues(@CurrentStaff() staff: CurrentStaff) {
    return this.coverage.listOpenIssues(staff.space);
  }

  @Get('coverage')
  @Can('insight.read')
  @Operation('getStaffCoverage', { summary: 'How many members each staff alone knows' })
  @Answer(200, staffCoverage)
  get(@CurrentStaff() staff: CurrentStaff) {
    return this.coverage.get(staff.space);
  }

  @Get('coverage/members')
  @Can('insight.read')
  @Operation('listCoveredMembers', {
    summary: 'The members whom one staff alone knows, or nobody who is still here',
  })
  @Answer(200, listCoveredMembersAnswer)
  list(@CurrentStaff() staff: CurrentStaff, @Query() query: ListCoveredMembersDto) {
    return this.coverage.list(staff.space, query);
  }
}
