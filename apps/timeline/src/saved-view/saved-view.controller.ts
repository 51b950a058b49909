import { Body, Controller, Delete, Get, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import type { CurrentStaffClaims } from '@engawa/auth';
import { listSavedViewsAnswer, savedView } from '@engawa/contracts';
import { Answer, Idempotent, IfMatch, Operation, Problems } from '@engawa/service-kit';
import {
  CreateSavedViewDto,
  ListSavedViewsDto,
  OrderSavedViewsDto,
  SavedViewPathDto,
  UpdateSavedViewDto,
} from './saved-view.dto';
import { SavedViewService } from './saved-view.service';

@Controller('saved-views')
export class SavedViewController {
  constructor(private readonly views: SavedViewService) {}

  @Get()
  @Can('post.read')
  @Operation('listSavedViews', {
    summary: 'List saved views',
    description:
      "Returns the caller's saved views of the timeline or of the list of members, and those of the space, in the caller's order.",
  })
  @Answer(200, listSavedViewsAnswer)
  list(@CurrentStaff() staff: CurrentStaffClaims, @Query() { page }: ListSavedViewsDto) {
    return this.views.list(staff, page);
  }

  @Post()
  @Idempotent()
  @Can('post.read')
  @Operation('createSavedView', {
    summary: 'Save a view',
    description:
      'Saves criteria of the timeline, or with `memberCriteria` of the list of members, under a name, for the caller or for all staff of the space.',
  })
  @Answer(201, savedView, { etag: true })
  @Problems(
    'timeline.saved-view.taken',
    'timeline.saved-view.too-many',
    'timeline.saved-view.unknown-criterion',
  )
  create(@CurrentStaff() staff: CurrentStaffClaims, @Body() input: CreateSavedViewDto) {
    return this.views.create(staff, input);
  }

  @Put('order')
  @Can('post.read')
  @Operation('orderSavedViews', {
    summary: 'Reorder saved views',
    description: "Sets the caller's order of the saved views. Views that are left out come last.",
  })
  @Answer(200, listSavedViewsAnswer)
  order(@CurrentStaff() staff: CurrentStaffClaims, @Body() input: OrderSavedViewsDto) {
    return this.views.order(staff, input);
  }

  @Patch(':savedViewId')
  @Can('post.read')
  @Operation('updateSavedView', {
    summary: 'Update a saved view',
    description:
      'Renames a view, changes its criteria, or shares it. Administrators may change views of the space.',
  })
  @Answer(200, savedView, { etag: true })
  @Problems(
    'timeline.saved-view.not-found',
    'timeline.saved-view.forbidden',
    'timeline.saved-view.taken',
    'timeline.saved-view.too-many',
    'timeline.saved-view.stale',
    'timeline.saved-view.unknown-criterion',
  )
  update(
    @CurrentStaff() staff: CurrentStaffClaims,
    @Param() { savedViewId }: SavedViewPathDto,
    @Body() input: UpdateSavedViewDto,
    @IfMatch() version: number | null,
  ) {
    return this.views.update(staff, savedViewId, input, version);
  }

  @Delete(':savedViewId')
  @Can('post.read')
  @Operation('deleteSavedView', {
    summary: 'Delete a saved view',
    description: 'Deletes a view. Administrators may delete views of the space.',
  })
  @Answer(204, null)
  @Problems(
    'timeline.saved-view.not-found',
    'timeline.saved-view.forbidden',
    'timeline.saved-view.stale',
  )
  async delete(
    @CurrentStaff() staff: CurrentStaffClaims,
    @Param() { savedViewId }: SavedViewPathDto,
    @IfMatch({ optional: true }) version: number | null,
  ) {
    await this.views.delete(staff, savedViewId, version);
  }
}
