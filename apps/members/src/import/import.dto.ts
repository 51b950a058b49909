import {
  listMemberImportRowsQuery,
  listMemberImportsQuery,
  memberCsvQuery,
  runMemberImportInput,
} from '@engawa/contracts';
import { createDto } from '@engawa/service-kit';

export class MemberCsvDto extends createDto(memberCsvQuery) {}
export class ListMemberImportsDto extends createDto(listMemberImportsQuery) {}
export class ListMemberImportRowsDto extends createDto(listMemberImportRowsQuery) {}
export class RunMemberImportDto extends createDto(runMemberImportInput) {}
