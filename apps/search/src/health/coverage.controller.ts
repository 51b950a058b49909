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
  @Operation('listOpenIssueMembers', {
    summary: 'List members with open issues',
    description: 'Returns the members with the most open issues, highest count first.',
  })
  @Answer(200, listOpenIssueMembersAnswer)
  listOpenIssues(@CurrentStaff() staff: CurrentStaff) {
    return this.coverage.listOpenIssues(staff.space);
  }

  @Get('coverage')
  @Can('insight.read')
  @Operation('getStaffCoverage', {
    summary: 'Get staff coverage',
    description: 'Returns for each staff member how many members only they have talked with.',
  })
  @Answer(200, staffCoverage)
  get(@CurrentStaff() staff: CurrentStaff) {
    return this.coverage.get(staff.space);
  }

  @Get('coverage/members')
  @Can('insight.read')
  @Operation('listCoveredMembers', {
    summary: 'List members known by one staff member',
    description:
      'Returns the members whom only the given staff member knows, or without `staffId` those whom no active staff member knows.',
  })
  @Answer(200, listCoveredMembersAnswer)
  list(@CurrentStaff() staff: CurrentStaff, @Query() query: ListCoveredMembersDto) {
    return this.coverage.list(staff.space, query);
  }
}
