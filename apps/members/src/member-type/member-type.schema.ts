import { defineSchema } from '@engawa/persistence';
import type { StoredMemberType } from './member-type.rules';
import type { ClearingSet } from '../clearing/clearing-set.repository';

export const TYPE_SET_ID = 'memberTypes';

/**
 * All types of a space in order, in one document, so that unique names and complete orders hold
 * under concurrency. A rename changes no member, because members store the type's id.
 */
export interface MemberTypeSetDocument extends ClearingSet {
  types: StoredMemberType[];
  /** Whether the defaults were added; they are added once. */
  seeded: boolean;
}

export const memberTypeSetStore = defineSchema<MemberTypeSetDocument>({
  collection: 'memberTypeSets',
  fields: {
    types: {
      type: [
        {
          _id: false,
          id: { type: String, required: true },
          name: { type: String, required: true },
          version: { type: Number, required: true },
        },
      ],
      default: [],
    },
    seeded: { type: Boolean, default: false },
    clearing: { type: [String], default: [] },
    clearingSince: { type: Date },
  },
  indexes: [
    {
      keys: { clearingSince: 1 },
      sparse: true,
      serves: 'MemberTypeRepository.findClearing (system scope: all spaces)',
    },
  ],
});
