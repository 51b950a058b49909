import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import { listSavedSearchesAnswer, savedSearch } from '@engawa/contracts';
import { Answer, Idempotent, IfMatch, Operation, Problems } from '@engawa/service-kit';
import { CreateSavedSearchDto, SavedSearchIdDto, UpdateSavedSearchDto } from './saved-search.dto';
import { SavedSearchService } from './saved-search.service';

@Controller('search/saved-searches')
export class SavedSearchController {
  constructor(private readonly searches: SavedSearchService) {}

  @Get()
  @Can('search.read')
  @Operation('listSavedSearches', {
    summary: 'List saved searches',
    description: 'Returns the saved searches of the caller by name.',
  })
  @Answer(200, listSavedSearchesAnswer)
  list(@CurrentStaff() staff: CurrentStaff) {
    return this.searches.list(staff);
  }

  @Post()
  @Idempotent()
  @Can('search.read')
  @Operation('createSavedSearch', {
    summary: 'Save a search',
    description: 'Saves search words and filters under a name that is unique for the caller.',
  })
  @Answer(201, savedSearch, { etag: true })
  @Problems(
    'search.saved-search.name-taken',
    'search.saved-search.too-many',
    'search.saved-search.unknown-criterion',
  )
  create(@CurrentStaff() staff: CurrentStaff, @Body() input: CreateSavedSearchDto) {
    return this.searches.create(staff, input);
  }

  @Patch(':savedSearchId')
  @Can('search.read')
  @Operation('updateSavedSearch', {
    summary: 'Update a saved search',
    description: 'Changes name or criteria of a saved search of the caller.',
  })
  @Answer(200, savedSearch, { etag: true })
  @Problems(
    'search.saved-search.not-found',
    'search.saved-search.name-taken',
    'search.saved-search.stale',
    'search.saved-search.unknown-criterion',
  )
  update(
    @CurrentStaff() staff: CurrentStaff,
    @Param() { savedSearchId }: SavedSearchIdDto,
    @Body() input: UpdateSavedSearchDto,
    @IfMatch() version: number | null,
  ) {
    return this.searches.update(staff, savedSearchId, input, version);
  }

  @Delete(':savedSearchId')
  @Can('search.read')
  @Operation('deleteSavedSearch', {
    summary: 'Delete a saved search',
    description: 'Deletes a saved search of the caller.',
  })
  @Answer(204, null)
  @Problems('search.saved-search.not-found', 'search.saved-search.stale')
  async delete(
    @CurrentStaff() staff: CurrentStaff,
    @Param() { savedSearchId }: SavedSearchIdDto,
    @IfMatch({ optional: true }) version: number | null,
  ) {
    await this.searches.delete(staff, savedSearchId, version);
  }
}
