import { defineSchema, type SpaceDocument } from '@engawa/persistence';
import type { StoredMemberType } from './member-type.rules';

export const TYPE_SET_ID = 'memberTypes';

/**
 * All types of a space in order, in one document, so that unique names and complete orders hold
 * under concurrency. A rename changes no member, because members store the type's id.
 */
export interface MemberTypeSetDocument extends SpaceDocument {
  types: StoredMemberType[];
  /** Whether the defaults were added; they are added once. */
  seeded: boolean;
  /** Deleted types that members still carry. */
  clearing: string[];
  /** Since when there are such types; absent otherwise. */
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
