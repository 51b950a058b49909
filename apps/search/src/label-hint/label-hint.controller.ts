import { Controller, Get } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import { listLabelHintsAnswer } from '@engawa/contracts';
import { Answer, Operation } from '@engawa/service-kit';
import { LabelHintService } from './label-hint.service';

@Controller('insights')
export class LabelHintController {
  constructor(private readonly hints: LabelHintService) {}

  @Get('label-hints')
  @Can('search.read')
  @Operation('listLabelHints', {
    summary: 'List words that stand for labels',
    description:
      'Returns words whose posts mostly have a certain label, learned from the newest 1,000 posts and comments of the space, to propose the label where somebody writes the word. Names of people are left out. The answer is at most ten minutes old.',
  })
  @Answer(200, listLabelHintsAnswer)
  list(@CurrentStaff() staff: CurrentStaff) {
    return this.hints.list(staff.space);
  }
}
