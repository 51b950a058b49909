import { createHash } from 'node:crypto';
import { Controller, Get, Param, Post, Query, Req } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import type { CurrentStaffClaims } from '@engawa/auth';
import * as contracts from '@engawa/contracts';
import { ImportService, uploadErrors } from '@engawa/imports';
import { Answer, Idempotent, localeOf, Operation, Problems, UploadBody } from '@engawa/service-kit';
import { readUpload } from '@engawa/storage';
import type { FastifyRequest } from 'fastify';
import { ImportPathDto, ListPostImportRowsDto, ListPostImportsDto } from './import.dto';

const csvFile = { type: 'string', contentMediaType: 'text/csv' };
const errors = uploadErrors('timeline', contracts.POST_IMPORT_MAX_BYTES);
const unreadable = { ...errors, empty: errors.missing };

@Controller('posts/imports')
export class ImportController {
  constructor(private readonly imports: ImportService) {}

  @Post()
  @Can('post.import')
  @Idempotent()
  @Operation('importPostsFromCsv', {
    summary: 'Import posts from CSV',
    description:
      'Uploads a CSV file as the part `file` and starts a check that writes no post. runPostImport carries the import out.',
  })
  @UploadBody(csvFile)
  @Answer(202, contracts.postImport)
  @Problems(
    'timeline.import.file-missing',
    'timeline.import.file-too-large',
    'timeline.import.not-csv',
    'timeline.import.excel-file',
    'timeline.import.repeated-columns',
    'timeline.import.missing-columns',
    'timeline.import.no-rows',
    'timeline.import.broken-quotes',
    'timeline.import.record-too-long',
  )
  async begin(@CurrentStaff() staff: CurrentStaffClaims, @Req() request: FastifyRequest) {
    const file = await readUpload(request, contracts.POST_IMPORT_MAX_BYTES, unreadable);
    const hash = createHash('sha256').update(file.content).digest('hex');
    return this.imports.begin(staff, file, { hash });
  }

  @Get()
  @Can('post.import')
  @Operation('listPostImports', {
    summary: 'List post imports',
    description: 'Returns the imports of posts, newest first.',
  })
  @Answer(200, contracts.listPostImportsAnswer)
  list(@CurrentStaff() staff: CurrentStaffClaims, @Query() query: ListPostImportsDto) {
    return this.imports.list(staff.space, query);
  }

  @Get(':importId')
  @Can('post.import')
  @Operation('getPostImport', {
    summary: 'Get a post import',
    description:
      'Returns an import with its state, counts and progress. Poll it until the state is final.',
  })
  @Answer(200, contracts.postImport)
  @Problems('timeline.import.not-found')
  get(@CurrentStaff() staff: CurrentStaffClaims, @Param() path: ImportPathDto) {
    return this.imports.get(staff.space, path.importId);
  }

  @Get(':importId/rows')
  @Can('post.import')
  @Operation('listPostImportRows', {
    summary: 'List refused rows of a post import',
    description: 'Returns the refused rows with line, column and reason.',
  })
  @Answer(200, contracts.listPostImportRowsAnswer)
  @Problems('timeline.import.not-found')
  rows(
    @CurrentStaff() staff: CurrentStaffClaims,
    @Param() path: ImportPathDto,
    @Query() query: ListPostImportRowsDto,
  ) {
    return this.imports.rows(staff.space, path.importId, query);
  }

  @Post(':importId/run')
  @Can('post.import')
  @Idempotent()
  @Operation('runPostImport', {
    summary: 'Run a checked post import',
    description:
      'Carries out an import whose check has ended. The run continues after a restart of the service without writing a row twice.',
  })
  @Answer(202, contracts.postImport)
  @Problems('timeline.import.not-found', 'timeline.import.wrong-state', 'timeline.import.file-gone')
  run(@CurrentStaff() staff: CurrentStaffClaims, @Param() path: ImportPathDto) {
    return this.imports.run(staff, path.importId);
  }

  @Post(':importId/cancel')
  @Can('post.import')
  @Idempotent()
  @Operation('cancelPostImport', {
    summary: 'Cancel a post import',
    description:
      'Stops a check or a run; posts that were written stay. Importing the same file again adds only the missing posts.',
  })
  @Answer(202, contracts.postImport)
  @Problems('timeline.import.not-found', 'timeline.import.wrong-state')
  cancel(@CurrentStaff() staff: CurrentStaffClaims, @Param() path: ImportPathDto) {
    return this.imports.cancel(staff, path.importId);
  }

  @Get(':importId/report')
  @Can('post.import')
  @Operation('downloadPostImportReport', {
    summary: 'Download the report of a post import',
    description:
      'Returns the refused rows in the columns and encoding of the uploaded file, with the reason of each.',
  })
  @Answer(200, null, { mediaType: 'text/csv' })
  @Problems('timeline.import.not-found', 'timeline.import.file-gone')
  download(
    @CurrentStaff() staff: CurrentStaffClaims,
    @Param() path: ImportPathDto,
    @Req() request: FastifyRequest,
  ) {
    return this.imports.report(staff.space, path.importId, localeOf(request.headers));
  }
}
