import { defineSchema, type SpaceDocument } from '@engawa/persistence';
import type { StoredMemberType } from './member-type.rules';

/** The one id of a space's set of types. */
export const TYPE_SET_ID = 'memberTypes';

/**
 * All types of a space in their order, in one document: no name twice and whole orders hold under
 * any concurrency. A rename touches no member, as these carry only the type's id.
 */
export interface MemberTypeSetDocument extends SpaceDocument {
  types: StoredMemberType[];
  /** Whether the defaults were put in; they come once. */
  seeded: boolean;
  /** Deleted types whose members are still to be emptied. */
  clearing: string[];
  /** Since when there are such; absent where there are none. */
  clearingSince?: Date;
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
