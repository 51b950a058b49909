import { searchPostsQuery } from '@engawa/contracts';
import { createDto } from '@engawa/service-kit';

export class SearchPostsDto extends createDto(searchPostsQuery) {}
