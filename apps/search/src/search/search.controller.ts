import { Controller, Get, Query } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import { searchPostsAnswer } from '@engawa/contracts';
import { Answer, Operation } from '@engawa/service-kit';
import { SearchPostsDto } from './search.dto';
import { SearchService } from './search.service';

@Controller('search')
export class SearchController {
  constructor(private readonly service: SearchService) {}

  @Get('posts')
  @Can('search.read')
  @Operation('searchPosts', {
    summary: 'Search posts',
    description:
      'Finds posts and comments by words in memo, names, labels and file titles, in every spelling. Several words mean AND, quotes a phrase. Newest talk first, ten a page.',
  })
  @Answer(200, searchPostsAnswer)
  search(@CurrentStaff() staff: CurrentStaff, @Query() query: SearchPostsDto) {
    return this.service.search(staff.space, query);
  }
}
