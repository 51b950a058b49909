import { downloadPostsQuery } from '@engawa/contracts';
import { createDto } from '@engawa/service-kit';

export class DownloadPostsQueryDto extends createDto(downloadPostsQuery) {}
