import { Controller, Get, Query } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import { relations } from '@engawa/contracts';
import { Answer, Operation } from '@engawa/service-kit';
import { GetRelationsDto } from './health.dto';
import { RelationsService } from './relations.service';

@Controller('insights')
export class RelationsController {
  constructor(private readonly relations: RelationsService) {}

  @Get('relations')
  @Can('insight.read')
  @Operation('getRelations', {
    summary: 'Get relations over time',
    description:
      'Returns for each member how many talks there were in each of 12 months, who talked most and which issues are open, the longest silence first, with the figures of the last month and the introductions that led somewhere.',
  })
  @Answer(200, relations)
  get(@CurrentStaff() staff: CurrentStaff, @Query() query: GetRelationsDto) {
    return this.relations.get(staff, query);
  }
}
