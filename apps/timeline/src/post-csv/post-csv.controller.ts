import { Controller, Get, Query } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import type { CurrentStaffClaims } from '@engawa/auth';
import { Answer, currentContext, Operation } from '@engawa/service-kit';
import { DownloadPostsQueryDto } from './post-csv.dto';
import { PostExportService } from './post-export.service';

@Controller('posts')
export class PostCsvController {
  constructor(private readonly exports: PostExportService) {}

  @Get('export')
  @Can('post.export')
  @Operation('downloadPosts', {
    summary: 'Download posts',
    description:
      'Streams the posts of a range of time as a CSV file in UTF-8 with BOM, oldest talk first. Cells that a spreadsheet would run as a formula are escaped. For API tokens the column of e-mail addresses is empty.',
  })
  @Answer(200, null, { mediaType: 'text/csv' })
  download(@CurrentStaff() staff: CurrentStaffClaims, @Query() query: DownloadPostsQueryDto) {
    return this.exports.download(staff, query, currentContext()?.locale ?? 'ja');
  }
}
