import { addMemberInput, listMembersQuery, updateMemberInput } from '@engawa/contracts';
import { createDto } from '@engawa/service-kit';

export class ListMembersDto extends createDto(listMembersQuery) {}
export class AddMemberDto extends createDto(addMemberInput) {}
export class UpdateMemberDto extends createDto(updateMemberInput) {}
