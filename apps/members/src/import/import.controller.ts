import { Body, Controller, Get, Param, Post, Query, Req } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import {
  listMemberImportRowsAnswer,
  listMemberImportsAnswer,
  MEMBER_CSV_MAX_BYTES,
  memberImport,
  type MemberCsvQuery,
  type MemberImportMode,
} from '@engawa/contracts';
import { ImportService, uploadErrors } from '@engawa/imports';
import { Answer, Idempotent, localeOf, Operation, Problems, UploadBody } from '@engawa/service-kit';
import { readUpload } from '@engawa/storage';
import type { FastifyRequest } from 'fastify';
import {
  ListMemberImportRowsDto,
  ListMemberImportsDto,
  MemberCsvDto,
  RunMemberImportDto,
} from './import.dto';

const unreadable = uploadErrors('members', MEMBER_CSV_MAX_BYTES);
const csvFile = { type: 'string', contentMediaType: 'text/csv' };
const fileProblems = [
  'members.import.file-missing',
  'members.import.file-too-large',
  'members.import.not-csv',
  'members.import.excel-file',
  'members.import.unknown-columns',
  'members.import.repeated-columns',
  'members.import.missing-columns',
  'members.import.no-rows',
  'members.import.broken-quotes',
  'members.import.record-too-long',
] as const;

@Controller('members/imports')
export class ImportController {
  constructor(private readonly imports: ImportService) {}

  @Post('add')
  @Can('member.import')
  @Idempotent()
  @Operation('addMembersFromCsv', {
    summary: 'Import new members from CSV',
    description:
      'Uploads a CSV file as the part `file` and starts a check that counts what would be added or refused. runMemberImport carries the import out.',
  })
  @UploadBody(csvFile)
  @Answer(202, memberImport)
  @Problems(...fileProblems)
  addMembers(
    @CurrentStaff() staff: CurrentStaff,
    @Req() request: FastifyRequest,
    @Query() query: MemberCsvDto,
  ) {
    return this.begin(staff, 'add', request, query);
  }

  @Post('update')
  @Can('member.import')
  @Idempotent()
  @Operation('updateMembersFromCsv', {
    summary: 'Import changes of members from CSV',
    description:
      'Uploads a CSV file as the part `file` and starts a check of the changes to existing members. runMemberImport carries the import out.',
  })
  @UploadBody(csvFile)
  @Answer(202, memberImport)
  @Problems(...fileProblems)
  updateMembers(
    @CurrentStaff() staff: CurrentStaff,
    @Req() request: FastifyRequest,
    @Query() query: MemberCsvDto,
  ) {
    return this.begin(staff, 'update', request, query);
  }

  @Post('update-type')
  @Can('member.import')
  @Idempotent()
  @Operation('updateTypeOfContractForMembersFromCsv', {
    summary: 'Import member types from CSV',
    description:
      'Uploads a CSV file as the part `file` that changes only the member type of existing members. runMemberImport carries the import out.',
  })
  @UploadBody(csvFile)
  @Answer(202, memberImport)
  @Problems(...fileProblems)
  updateTypes(
    @CurrentStaff() staff: CurrentStaff,
    @Req() request: FastifyRequest,
    @Query() query: MemberCsvDto,
  ) {
    return this.begin(staff, 'updateType', request, query);
  }

  @Get()
  @Can('member.import')
  @Operation('listMemberImports', {
    summary: 'List member imports',
    description: 'Returns the imports of members, newest first.',
  })
  @Answer(200, listMemberImportsAnswer)
  list(@CurrentStaff() staff: CurrentStaff, @Query() query: ListMemberImportsDto) {
    return this.imports.list(staff.space, query);
  }

  @Get(':id')
  @Can('member.import')
  @Operation('getMemberImport', {
    summary: 'Get a member import',
    description:
      'Returns an import with its state, counts and progress. Poll it until the state is final.',
  })
  @Answer(200, memberImport)
  @Problems('members.import.not-found')
  get(@CurrentStaff() staff: CurrentStaff, @Param('id') id: string) {
    return this.imports.get(staff.space, id);
  }

  @Get(':id/rows')
  @Can('member.import')
  @Operation('listMemberImportRows', {
    summary: 'List rows of a member import',
    description:
      'Returns what becomes of each row: added, changed, unchanged or refused with line, column and reason.',
  })
  @Answer(200, listMemberImportRowsAnswer)
  @Problems('members.import.not-found')
  rows(
    @CurrentStaff() staff: CurrentStaff,
    @Param('id') id: string,
    @Query() query: ListMemberImportRowsDto,
  ) {
    return this.imports.rows(staff.space, id, query);
  }

  @Post(':id/run')
  @Can('member.import')
  @Idempotent()
  @Operation('runMemberImport', {
    summary: 'Run a checked member import',
    description:
      'Carries out an import whose check has ended. The run continues after a restart of the service without writing a row twice.',
  })
  @Answer(202, memberImport)
  @Problems('members.import.not-found', 'members.import.wrong-state', 'members.import.file-gone')
  run(
    @CurrentStaff() staff: CurrentStaff,
    @Param('id') id: string,
    @Body() body: RunMemberImportDto,
  ) {
    return this.imports.run(staff, id, { addDuplicates: body.addDuplicates });
  }

  @Post(':id/revert')
  @Can('member.import')
  @Idempotent()
  @Operation('revertMemberImport', {
    summary: 'Revert a member import',
    description:
      'Removes what an import added and restores what it changed, in the background. Members that were changed since then keep their newer values.',
  })
  @Answer(202, memberImport)
  @Problems('members.import.not-found', 'members.import.wrong-state')
  revert(@CurrentStaff() staff: CurrentStaff, @Param('id') id: string) {
    return this.imports.revert(staff, id);
  }

  @Post(':id/cancel')
  @Can('member.import')
  @Idempotent()
  @Operation('cancelMemberImport', {
    summary: 'Cancel a member import',
    description:
      'Stops a check or a run. What was written stays and can be reverted with revertMemberImport.',
  })
  @Answer(202, memberImport)
  @Problems('members.import.not-found', 'members.import.wrong-state')
  cancel(@CurrentStaff() staff: CurrentStaff, @Param('id') id: string) {
    return this.imports.cancel(staff, id);
  }

  @Get(':id/report')
  @Can('member.import')
  @Operation('downloadMemberImportReport', {
    summary: 'Download the report of a member import',
    description:
      'Returns the refused rows in the columns and encoding of the uploaded file, with the reason of each.',
  })
  @Answer(200, null, { mediaType: 'text/csv' })
  @Problems('members.import.not-found', 'members.import.file-gone')
  download(
    @CurrentStaff() staff: CurrentStaff,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
  ) {
    return this.imports.report(staff.space, id, localeOf(request.headers));
  }

  private async begin(
    staff: CurrentStaff,
    mode: MemberImportMode,
    request: FastifyRequest,
    query: MemberCsvQuery,
  ) {
    const file = await readUpload(request, MEMBER_CSV_MAX_BYTES, unreadable);
    return this.imports.begin(staff, file, {
      mode,
      runAtOnce: query.dryRun === 'false',
      addDuplicates: query.addDuplicates === 'true',
    });
  }
}
