import { defineSchema } from '@engawa/persistence';
import type { StoredCustomField } from './custom-field.rules';
import type { ClearingSet } from '../clearing/clearing-set.repository';

export const CUSTOM_FIELD_SET_ID = 'customFields';

/**
 * All custom fields of a space in order, in one document, so that unique names, the limit and
 * complete orders hold under concurrency.
 */
export interface CustomFieldSetDocument extends ClearingSet {
  fields: StoredCustomField[];
}

export const customFieldSetStore = defineSchema<CustomFieldSetDocument>({
  collection: 'customFieldSets',
  fields: {
    fields: {
      type: [
        {
          _id: false,
          id: { type: String, required: true },
          name: { type: String, required: true },
          kind: { type: String, required: true },
          choices: {
            type: [
              {
                _id: false,
                id: { type: String, required: true },
                name: { type: String, required: true },
              },
            ],
            default: [],
          },
          version: { type: Number, required: true },
          slot: { type: Number },
        },
      ],
      default: [],
    },
    clearing: { type: [String], default: [] },
    clearingSince: { type: Date },
  },
  indexes: [
    {
      keys: { clearingSince: 1 },
      sparse: true,
      serves: 'CustomFieldRepository.findClearing (system scope: all spaces)',
    },
  ],
});
