import {
  defineStore,
  type DocumentOf,
  unvalidated,
  listOf,
  workIndexes,
} from '@engawa/persistence';
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
  indexes: workIndexes(undefined, 'clearingSince'),
});

export type CustomFieldSetDocument = DocumentOf<typeof customFieldSetStore>;
