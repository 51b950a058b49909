import { taskFilterCriteria } from '@engawa/contracts';
import {
  defineStore,
  type DocumentOf,
  place,
  placeIndex,
  text,
  unvalidated,
} from '@engawa/persistence';
import { z } from 'zod';

export type Criteria = z.infer<typeof taskFilterCriteria>;

/** Unique index on the name. */
const FILTER_NAME_INDEX = 'name';

/** A saved filter of a staff member (specification: users/{id}/taskFilters). */
export const filterSchema = defineStore({
  collection: 'taskFilters',
  shape: {
    userId: text,
    displayName: text,
    /** Normalized name: ignores width, case and kana. */
    nameKey: text,
    criteria: unvalidated<Criteria>(),
    place,
  },
  indexes: [
    {
      name: FILTER_NAME_INDEX,
      keys: { space: 1, userId: 1, nameKey: 1 },
      unique: true,
      serves: 'FilterRepository.findOfStaff, findAll, and that a name stands once',
    },
    {
      name: 'labels',
      keys: { space: 1, 'criteria.labelIds': 1 },
      serves: 'FilterRepository.findWithLabel',
    },
    placeIndex(['userId']),
  ],
});

export type FilterDocument = DocumentOf<typeof filterSchema>;
