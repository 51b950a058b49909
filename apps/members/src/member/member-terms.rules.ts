import type { StoredCustomField } from '../custom-field/custom-field.rules';

/** What a space named by itself and members refer to by id: types and custom fields. */
export interface MemberTerms {
  typeNames: ReadonlyMap<string, string>;
  customFields: readonly StoredCustomField[];
}
