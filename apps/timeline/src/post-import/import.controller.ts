import { Controller, Get, Param, Post, Query, Req } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import type { CurrentStaffClaims } from '@engawa/auth';
import * as contracts from '@engawa/contracts';
import {
  Answer,
  Idempotent,
  currentContext,
  Operation,
  Problems,
  RequestBody,
} from '@engawa/service-kit';
import type { FastifyRequest } from 'fastify';
import { readUpload } from '../attachment/upload.reader';
import { ImportPathDto, ImportPostsQueryDto } from './import.dto';
import { UnfitFile } from './import.errors';
import { ImportService } from './import.service';

const csvFile = {
  'multipart/form-data': {
    schema: {
      type: 'object',
      required: ['file'],
      properties: { file: { type: 'string', format: 'binary' } },
    },
  },
};

@Controller('posts/imports')
export class ImportController {
  constructor(private readonly imports: ImportService) {}

  @Post()
  @Can('post.import')
  @Operation('importPostsFromCsv', {
    summary: 'Posts from a CSV file',
    description:
      'With `dryRun` (the default) only what would happen; else a job that goes on by itself.',
  })
  @RequestBody(csvFile)
  @Answer(201, contracts.postImport)
  @Problems(
    'timeline.attachment.missing',
    'timeline.import.not-csv',
    'timeline.import.wrong-heading',
    'timeline.import.too-large',
  )
  @Idempotent()
  async start(
    @CurrentStaff() staff: CurrentStaffClaims,
    @Query() query: ImportPostsQueryDto,
    @Req() request: FastifyRequest,
  ) {
    const file = await readUpload(
      request,
      contracts.POST_IMPORT_MAX_BYTES,
      () => new UnfitFile('too-large'),
    );
    return query.dryRun === 'true'
      ? this.imports.dryRun(staff, file)
      : this.imports.start(staff, file);
  }

  @Get()
  @Can('post.import')
  @Operation('listPostImports', { summary: 'The last imports' })
  @Answer(200, contracts.listPostImportsAnswer)
  list(@CurrentStaff() staff: CurrentStaffClaims) {
    return this.imports.list(staff);
  }

  @Get(':importId')
  @Can('post.import')
  @Operation('getPostImport', { summary: 'How far an import is' })
  @Answer(200, contracts.postImport)
  @Problems('timeline.import.not-found')
  get(@CurrentStaff() staff: CurrentStaffClaims, @Param() path: ImportPathDto) {
    return this.imports.get(staff, path.importId);
  }

  @Get(':importId/report')
  @Can('post.import')
  @Operation('downloadPostImportReport', { summary: 'Refused cells as CSV' })
  @Answer(200, null, { mediaType: 'text/csv' })
  @Problems('timeline.import.not-found')
  report(@CurrentStaff() staff: CurrentStaffClaims, @Param() path: ImportPathDto) {
    return this.imports.report(staff, path.importId, currentContext()?.locale ?? 'ja');
  }
}
