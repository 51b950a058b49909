import { Controller, Get } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import { events, listMatchesAnswer } from '@engawa/contracts';
import { OnEvent, OnQuestion, type EventOf } from '@engawa/events';
import { Answer, Operation } from '@engawa/service-kit';
import { MatchFinder } from './match-finder.service';
import { MatchService } from './match.service';

@Controller('insights')
export class MatchController {
  constructor(
    private readonly matches: MatchService,
    private readonly finder: MatchFinder,
  ) {}

  @Get('matches')
  @Can('search.read')
  @Operation('listMatches', {
    summary: 'List members to introduce',
    description:
      'Returns pairs of members of whom one seeks what the other offers, found by words that a post with a label of the kind `seeks` shares with one of the kind `offers`, or with the fields of a member, the best first; and the latest introductions with what came of them. Pairs that were introduced are not proposed again.',
  })
  @Answer(200, listMatchesAnswer)
  list(@CurrentStaff() staff: CurrentStaff) {
    return this.matches.list(staff.space);
  }

  /** Words of a field leave the matches with it, and its new name shows. */
  @OnEvent(events.customFieldsChanged)
  onCustomFields({ space }: EventOf<typeof events.customFieldsChanged>): Promise<void> {
    return this.finder.markStale(space);
  }

  /** For services without a copy of the proposals. */
  @OnQuestion('search.findMatches')
  findMatches({ space }: { space: string }) {
    return this.matches.find(space);
  }
}
