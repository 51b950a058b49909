import { Body, Controller, Delete, Get, Param, Put, Query } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import type { CurrentStaffClaims } from '@engawa/auth';
import * as contracts from '@engawa/contracts';
import { Answer, Operation, Problems } from '@engawa/service-kit';
import { DraftPathDto, ListDraftsQueryDto, SaveDraftDto } from './draft.dto';
import { DraftService } from './draft.service';

@Controller('drafts')
export class DraftController {
  constructor(private readonly drafts: DraftService) {}

  @Get()
  @Can('post.write')
  @Operation('listDrafts', {
    summary: 'List drafts',
    description: "Returns the caller's own drafts, last changed first.",
  })
  @Answer(200, contracts.listDraftsAnswer)
  list(@CurrentStaff() staff: CurrentStaffClaims, @Query() query: ListDraftsQueryDto) {
    return this.drafts.list(staff, query);
  }

  @Get('count')
  @Can('post.write')
  @Operation('countDrafts', {
    summary: 'Count drafts',
    description: 'Returns the number of drafts of the caller, for a badge.',
  })
  @Answer(200, contracts.countDraftsAnswer)
  count(@CurrentStaff() staff: CurrentStaffClaims) {
    return this.drafts.count(staff);
  }

  @Get(':draftId')
  @Can('post.write')
  @Operation('getDraft', {
    summary: 'Get a draft',
    description: "Returns one of the caller's own drafts.",
  })
  @Answer(200, contracts.draft)
  @Problems('timeline.draft.not-found')
  get(@CurrentStaff() staff: CurrentStaffClaims, @Param() path: DraftPathDto) {
    return this.drafts.get(staff, path.draftId);
  }

  @Put(':draftId')
  @Can('post.write')
  @Operation('saveDraft', {
    summary: 'Save a draft',
    description:
      'Creates or replaces a draft under an id that the client chose. A save whose `revision` is not above the stored one is refused, so that a late request cannot overwrite newer text.',
  })
  @Answer(200, contracts.draft)
  @Problems(
    'timeline.draft.not-found',
    'timeline.draft.ended',
    'timeline.draft.stale',
    'timeline.draft.too-many',
  )
  save(
    @CurrentStaff() staff: CurrentStaffClaims,
    @Param() path: DraftPathDto,
    @Body() input: SaveDraftDto,
  ) {
    return this.drafts.save(staff, path.draftId, input);
  }

  @Delete(':draftId')
  @Can('post.write')
  @Operation('deleteDraft', {
    summary: 'Delete a draft',
    description: "Deletes one of the caller's own drafts. A save that arrives later is refused.",
  })
  @Answer(204, null)
  @Problems('timeline.draft.not-found')
  remove(@CurrentStaff() staff: CurrentStaffClaims, @Param() path: DraftPathDto): Promise<void> {
    return this.drafts.remove(staff, path.draftId);
  }
}
