import { Readable } from 'node:stream';
import { Controller, Get, Param, Post, Query, Req, StreamableFile } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import type { CurrentStaffClaims } from '@engawa/auth';
import * as contracts from '@engawa/contracts';
import { attachmentHeader, csvType } from '@engawa/csv';
import {
  Answer,
  Idempotent,
  localeOf,
  Operation,
  Problems,
  RequestBody,
} from '@engawa/service-kit';
import type { FastifyRequest } from 'fastify';
import { readUpload } from '../attachment/upload.reader';
import { ImportPathDto, ListPostImportRowsDto, ListPostImportsDto } from './import.dto';
import { ImportFileGone, ImportFileMissing, ImportFileTooLarge } from './import.errors';
import { ImportReport } from './import-report.service';
import { ImportService } from './import.service';

const csvFile = {
  'multipart/form-data': {
    schema: {
      type: 'object',
      required: ['file'],
      properties: { file: { type: 'string', contentMediaType: 'text/csv' } },
    },
  },
};
const uploadErrors = {
  missing: (cause?: unknown) => new ImportFileMissing(cause),
  tooLarge: () => new ImportFileTooLarge(contracts.POST_IMPORT_MAX_BYTES),
};

@Controller('posts/imports')
export class ImportController {
  constructor(
    private readonly imports: ImportService,
    private readonly report: ImportReport,
  ) {}

  @Post()
  @Can('post.import')
  @Idempotent()
  @Operation('importPostsFromCsv', {
    summary: 'Add posts from a CSV; checked first',
    description: 'Checking writes no post; runPostImport carries the checked import out.',
  })
  @RequestBody(csvFile)
  @Answer(202, contracts.postImport)
  @Problems(
    'timeline.import.file-missing',
    'timeline.import.file-too-large',
    'timeline.import.not-csv',
    'timeline.import.repeated-columns',
    'timeline.import.missing-columns',
    'timeline.import.no-rows',
    'timeline.import.broken-quotes',
    'timeline.import.record-too-long',
  )
  async begin(@CurrentStaff() staff: CurrentStaffClaims, @Req() request: FastifyRequest) {
    const file = await readUpload(request, contracts.POST_IMPORT_MAX_BYTES, uploadErrors);
    return this.imports.begin(staff, file);
  }

  @Get()
  @Can('post.import')
  @Operation('listPostImports', { summary: 'Imports, newest first' })
  @Answer(200, contracts.listPostImportsAnswer)
  list(@CurrentStaff() staff: CurrentStaffClaims, @Query() query: ListPostImportsDto) {
    return this.imports.list(staff, query);
  }

  @Get(':importId')
  @Can('post.import')
  @Operation('getPostImport', { summary: 'An import with its progress' })
  @Answer(200, contracts.postImport)
  @Problems('timeline.import.not-found')
  get(@CurrentStaff() staff: CurrentStaffClaims, @Param() path: ImportPathDto) {
    return this.imports.get(staff, path.importId);
  }

  @Get(':importId/rows')
  @Can('post.import')
  @Operation('listPostImportRows', { summary: 'Refused rows with column and reason' })
  @Answer(200, contracts.listPostImportRowsAnswer)
  @Problems('timeline.import.not-found')
  rows(
    @CurrentStaff() staff: CurrentStaffClaims,
    @Param() path: ImportPathDto,
    @Query() query: ListPostImportRowsDto,
  ) {
    return this.imports.rows(staff, path.importId, query);
  }

  @Post(':importId/run')
  @Can('post.import')
  @Idempotent()
  @Operation('runPostImport', { summary: 'Carry out a checked import' })
  @Answer(202, contracts.postImport)
  @Problems('timeline.import.not-found', 'timeline.import.wrong-state', 'timeline.import.file-gone')
  run(@CurrentStaff() staff: CurrentStaffClaims, @Param() path: ImportPathDto) {
    return this.imports.run(staff, path.importId);
  }

  @Get(':importId/report')
  @Can('post.import')
  @Operation('downloadPostImportReport', {
    summary: 'Refused rows in the columns and encoding of the file, with their reasons',
  })
  @Answer(200, null, { mediaType: 'text/csv' })
  @Problems('timeline.import.not-found', 'timeline.import.file-gone')
  async download(
    @CurrentStaff() staff: CurrentStaffClaims,
    @Param() path: ImportPathDto,
    @Req() request: FastifyRequest,
  ) {
    const job = await this.imports.required(staff.space, path.importId);
    if (!job.fileKept) throw new ImportFileGone();
    const pieces = this.report.pieces(job, localeOf(request.headers));
    return new StreamableFile(Readable.from(pieces, { objectMode: false }), {
      type: csvType(job.encoding),
      disposition: attachmentHeader(`report-${job.fileName}`),
    });
  }
}
