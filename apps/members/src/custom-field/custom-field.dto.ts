import {
  addCustomFieldInput,
  reorderCustomFieldsInput,
  updateCustomFieldInput,
} from '@engawa/contracts';
import { createDto } from '@engawa/service-kit';

export class AddCustomFieldDto extends createDto(addCustomFieldInput) {}
export class UpdateCustomFieldDto extends createDto(updateCustomFieldInput) {}
export class ReorderCustomFieldsDto extends createDto(reorderCustomFieldsInput) {}
