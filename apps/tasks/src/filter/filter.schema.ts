import { taskFilterCriteria } from '@engawa/contracts';
import { defineSchema, type SpaceDocument } from '@engawa/persistence';
import { Schema } from 'mongoose';
import type { z } from 'zod';

export type Criteria = z.infer<typeof taskFilterCriteria>;

/** A saved filter of a staff member (specification: users/{id}/taskFilters). */
export interface FilterDocument extends SpaceDocument {
  userId: string;
  displayName: string;
  /** Normalized name: ignores width, case and kana. */
  nameKey: string;
  criteria: Criteria;
}

/** Unique index on the name. */
const FILTER_NAME_INDEX = 'name';

export const filterSchema = defineSchema<FilterDocument>({
  collection: 'taskFilters',
  fields: {
    userId: { type: String, required: true },
    displayName: { type: String, required: true },
    nameKey: { type: String, required: true },
    criteria: { type: Schema.Types.Mixed, required: true },
  },
  indexes: [
    {
      name: FILTER_NAME_INDEX,
      keys: { space: 1, userId: 1, nameKey: 1 },
      unique: true,
      serves: 'FilterRepository.findOfStaff, and that a name stands once',
    },
    {
      name: 'labels',
      keys: { space: 1, 'criteria.labelIds': 1 },
      serves: 'FilterRepository.findWithLabel',
    },
  ],
});
