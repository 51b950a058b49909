import {
  addMemberTypeInput,
  renameMemberTypeInput,
  reorderMemberTypesInput,
} from '@engawa/contracts';
import { createDto } from '@engawa/service-kit';

export class AddMemberTypeDto extends createDto(addMemberTypeInput) {}
export class RenameMemberTypeDto extends createDto(renameMemberTypeInput) {}
export class ReorderMemberTypesDto extends createDto(reorderMemberTypesInput) {}
