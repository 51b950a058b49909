import type { SavedSearchCriteria } from '@engawa/contracts';
import {
  defineStore,
  type DocumentOf,
  place,
  placeIndex,
  text,
  unvalidated,
} from '@engawa/persistence';

/** Unique index on the name. */
export const SAVED_SEARCH_NAME_INDEX = 'name';

export const SAVED_SEARCH_LABEL_INDEX = 'label';

/** A named search of a staff member. */
export const savedSearchStore = defineStore({
  collection: 'savedSearches',
  shape: {
    staffId: text,
    displayName: text,
    /** Normalized name: ignores width, case and kana. */
    nameKey: text,
    criteria: unvalidated<SavedSearchCriteria>(),
    place,
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
    placeIndex(['staffId']),
  ],
});

export type SavedSearchDocument = DocumentOf<typeof savedSearchStore>;
