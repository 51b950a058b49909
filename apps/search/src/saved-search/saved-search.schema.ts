import type { SavedSearchCriteria } from '@engawa/contracts';
import { defineSchema, type SpaceDocument } from '@engawa/persistence';
import { Schema } from 'mongoose';

/** A named search of a staff member. */
export interface SavedSearchDocument extends SpaceDocument {
  staffId: string;
  displayName: string;
  /** Normalized name: ignores width, case and kana. */
  nameKey: string;
  criteria: SavedSearchCriteria;
}

/** Unique index on the name. */
export const SAVED_SEARCH_NAME_INDEX = 'name';

export const SAVED_SEARCH_LABEL_INDEX = 'label';

export const savedSearchStore = defineSchema<SavedSearchDocument>({
  collection: 'savedSearches',
  fields: {
    staffId: { type: String, required: true },
    displayName: { type: String, required: true },
    nameKey: { type: String, required: true },
    criteria: { type: Schema.Types.Mixed, required: true },
  },
  indexes: [
    {
      name: SAVED_SEARCH_NAME_INDEX,
      keys: { space: 1, staffId: 1, nameKey: 1 },
      unique: true,
      serves: 'SavedSearchRepository.findOfStaff and findAll, and that a name stands once',
    },
    {
      name: SAVED_SEARCH_LABEL_INDEX,
      keys: { space: 1, 'criteria.labelId': 1 },
      serves: 'SavedSearchRepository.findWithLabel',
    },
  ],
});
