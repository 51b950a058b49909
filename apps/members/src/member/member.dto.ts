import {
  addMemberInput,
  addMembersInput,
  listMembersQuery,
  updateMemberInput,
} from '@engawa/contracts';
import { createDto } from '@engawa/service-kit';

export class ListMembersDto extends createDto(listMembersQuery) {}
export class AddMemberDto extends createDto(addMemberInput) {}
export class AddMembersDto extends createDto(addMembersInput) {}
export class UpdateMemberDto extends createDto(updateMemberInput) {}
