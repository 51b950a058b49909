import type { UpdateMemberInput } from '@engawa/contracts';
import { CustomFieldUnknown, CustomFieldWrong } from '../custom-field/custom-field.errors';
import { fits, type StoredCustomField } from '../custom-field/custom-field.rules';
import { MemberTypeUnknown } from './member.errors';

/** What a space named by itself and members refer to by id: types and custom fields. */
export interface MemberTerms {
  typeNames: ReadonlyMap<string, string>;
  customFields: readonly StoredCustomField[];
}

/** Throws when the type or a custom field is not one of the space, or a value does not fit. */
export function requireTerms(
  { typeId, customFields = {} }: Pick<UpdateMemberInput, 'typeId' | 'customFields'>,
  terms: MemberTerms,
): void {
  if (typeId && !terms.typeNames.has(typeId)) throw new MemberTypeUnknown();
  const fields = new Map(terms.customFields.map((field) => [field.id, field]));
  for (const [id, value] of Object.entries(customFields)) {
    const field = fields.get(id);
    if (!field) throw new CustomFieldUnknown();
    const removes = value === null || value === '';
    if (!removes && !fits(field, value)) throw new CustomFieldWrong(field.name);
  }
}
