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
  @Operation('getSearchRebuild', { summary: 'How far the index is rebuilt' })
  @Answer(200, searchRebuild)
  get(@CurrentStaff() staff: CurrentStaff) {
    return this.rebuilds.get(staff.space);
  }

  @Post()
  @Can('space.manage')
  @Operation('rebuildSearch', {
    summary: 'Build the index of the space anew, while it is in use; one that runs goes on',
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
