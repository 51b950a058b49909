import { Controller, Get, Post } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import { searchRebuild } from '@engawa/contracts';
import { OnQuestion } from '@engawa/events';
import { Answer, Operation } from '@engawa/service-kit';
import { RebuildService } from './rebuild.service';

@Controller('search/rebuild')
export class RebuildController {
  constructor(private readonly rebuilds: RebuildService) {}

  @Get()
  @Can('space.manage')
  @Operation('getSearchRebuild', {
    summary: 'Get the state of the search index',
    description: 'Returns how far a rebuild of the search index has come.',
  })
  @Answer(200, searchRebuild)
  get(@CurrentStaff() staff: CurrentStaff) {
    return this.rebuilds.get(staff.space);
  }

  @Post()
  @Can('space.manage')
  @Operation('rebuildSearch', {
    summary: 'Rebuild the search index',
    description:
      'Builds the search index of the space again while it is in use. A rebuild that is already running continues.',
  })
  @Answer(202, searchRebuild)
  begin(@CurrentStaff() staff: CurrentStaff) {
    return this.rebuilds.begin(staff.space);
  }

  /** For the operators' command (`npm run events:check -- --repair`). */
  @OnQuestion('search.rebuild')
  beginIn({ space }: { space: string }) {
    return this.rebuilds.begin(space);
  }
}
