import { Controller, Param, Query, Req } from '@nestjs/common';
import { CurrentStaff } from '@engawa/auth';
import {
  listMemberImportRowsAnswer,
  listMemberImportRowsQuery,
  listMemberImportsAnswer,
  MEMBER_CSV_MAX_BYTES,
  memberCsvQuery,
  memberImport,
  runMemberImportInput,
  type MemberCsvQuery,
  type MemberImportMode,
} from '@engawa/contracts';
import { importRoutes } from '@engawa/imports';
import { createDto, IdPathDto } from '@engawa/service-kit';
import type { FastifyRequest } from 'fastify';

class MemberCsvDto extends createDto(memberCsvQuery) {}

const { Routes, Upload, Command, Described } = importRoutes({
  service: 'members',
  noun: 'member',
  maxBytes: MEMBER_CSV_MAX_BYTES,
  isEmptyMissing: false,
  idName: 'id',
  answer: memberImport,
  listAnswer: listMemberImportsAnswer,
  rowsQuery: listMemberImportRowsQuery,
  rowsAnswer: listMemberImportRowsAnswer,
  runInput: runMemberImportInput,
  texts: {
    rowsSummary: 'List rows of a member import',
    rows: 'Returns what becomes of each row: added, changed, unchanged or refused with line, column and reason.',
    cancel:
      'Stops a check or a run. What was written stays and can be reverted with revertMemberImport.',
  },
});

@Controller('members/imports')
export class ImportController extends Routes {
  @Upload('add')
  @Described(
    'addMembersFromCsv',
    'Import new members from CSV',
    'Uploads a CSV file as the part `file` and starts a check that counts what would be added or refused. runMemberImport carries the import out.',
  )
  addMembers(
    @CurrentStaff() staff: CurrentStaff,
    @Req() request: FastifyRequest,
    @Query() query: MemberCsvDto,
  ) {
    return this.begin(staff, request, () => optionsOf('add', query));
  }

  @Upload('update')
  @Described(
    'updateMembersFromCsv',
    'Import changes of members from CSV',
    'Uploads a CSV file as the part `file` and starts a check of the changes to existing members. runMemberImport carries the import out.',
  )
  updateMembers(
    @CurrentStaff() staff: CurrentStaff,
    @Req() request: FastifyRequest,
    @Query() query: MemberCsvDto,
  ) {
    return this.begin(staff, request, () => optionsOf('update', query));
  }

  @Upload('update-type')
  @Described(
    'updateTypeOfContractForMembersFromCsv',
    'Import member types from CSV',
    'Uploads a CSV file as the part `file` that changes only the member type of existing members. runMemberImport carries the import out.',
  )
  updateTypes(
    @CurrentStaff() staff: CurrentStaff,
    @Req() request: FastifyRequest,
    @Query() query: MemberCsvDto,
  ) {
    return this.begin(staff, request, () => optionsOf('updateType', query));
  }

  @Command(':id/revert')
  @Described(
    'revertMemberImport',
    'Revert a member import',
    'Removes what an import added and restores what it changed, in the background. Members that were changed since then keep their newer values.',
    'not-found',
    'wrong-state',
  )
  revert(@CurrentStaff() staff: CurrentStaff, @Param() { id }: IdPathDto) {
    return this.imports.revert(staff, id);
  }
}

function optionsOf(mode: MemberImportMode, query: MemberCsvQuery) {
  const { dryRun, addDuplicates } = query;
  return { mode, runAtOnce: dryRun === 'false', addDuplicates: addDuplicates === 'true' };
}
