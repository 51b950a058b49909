import { Controller, Get } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import { listMatchesAnswer } from '@engawa/contracts';
import { OnQuestion } from '@engawa/events';
import { Answer, Operation } from '@engawa/service-kit';
import { MatchService } from './match.service';

@Controller('insights')
export class MatchController {
  constructor(private readonly matches: MatchService) {}

  @Get('matches')
  @Can('search.read')
  @Operation('listMatches', {
    summary: 'List members to introduce',
    description:
      'Returns pairs of members of whom one seeks what the other offers, found by words that posts with labels of both kinds share, the best first; and the latest introductions with what came of them. Pairs that were introduced are not proposed again.',
  })
  @Answer(200, listMatchesAnswer)
  list(@CurrentStaff() staff: CurrentStaff) {
    return this.matches.list(staff.space);
  }

  /** For services without a copy of the proposals. */
  @OnQuestion('search.findMatches')
  findMatches({ space }: { space: string }) {
    return this.matches.find(space);
  }
}
