import { defineStore, type DocumentOf, unvalidated, listOf } from '@engawa/persistence';
import type { StoredCustomField } from './custom-field.rules';
import { clearingFields } from '../clearing/clearing-set.repository';

export const CUSTOM_FIELD_SET_ID = 'customFields';

/**
 * All custom fields of a space in order, in one document, so that unique names, the limit and
 * complete orders hold under concurrency.
 */
export const customFieldSetStore = defineStore({
  collection: 'customFieldSets',
  shape: {
    ...clearingFields,
    fields: listOf(unvalidated<StoredCustomField>()),
  },
  indexes: [
    {
      keys: { clearingSince: 1 },
      sparse: true,
      serves: 'CustomFieldRepository.findClearing (system scope: all spaces)',
    },
  ],
});

export type CustomFieldSetDocument = DocumentOf<typeof customFieldSetStore>;
