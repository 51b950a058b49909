import { Controller, Get } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import type { CurrentStaffClaims } from '@engawa/auth';
import * as contracts from '@engawa/contracts';
import { Answer, Operation } from '@engawa/service-kit';
import { RankingService } from './ranking.service';

@Controller('ranking')
export class RankingController {
  constructor(private readonly ranking: RankingService) {}

  @Get()
  @Can('post.read')
  @Operation('getRanking', {
    summary: 'Get the ranking',
    description:
      "Returns the three staff members with the most posts in the current month of the space's time zone.",
  })
  @Answer(200, contracts.rankingAnswer)
  current(@CurrentStaff() staff: CurrentStaffClaims) {
    return this.ranking.current(staff.space);
  }

  @Get('counters')
  @Can('post.read')
  @Operation('listRankCounters', {
    summary: 'List counters of staff members',
    description:
      'Returns the number of posts, issues and solved issues of each staff member over all time.',
  })
  @Answer(200, contracts.listRankCountersAnswer)
  counters(@CurrentStaff() staff: CurrentStaffClaims) {
    return this.ranking.counters(staff.space);
  }
}
