import {
  defineStore,
  type DocumentOf,
  unvalidated,
  listOf,
  workIndexes,
} from '@engawa/persistence';
import type { StoredMemberType } from './member-type.rules';
import { clearingFields } from '../clearing/clearing-set.repository';
import { z } from 'zod';

export const TYPE_SET_ID = 'memberTypes';

/**
 * All types of a space in order, in one document, so that unique names and complete orders hold
 * under concurrency. A rename changes no member, because members store the type's id.
 */
export const memberTypeSetStore = defineStore({
  collection: 'memberTypeSets',
  shape: {
    ...clearingFields,
    types: listOf(unvalidated<StoredMemberType>()),
    /** Whether the defaults were added; they are added once. */
    seeded: z.boolean().default(false),
  },
  indexes: workIndexes(undefined, 'clearingSince'),
});

export type MemberTypeSetDocument = DocumentOf<typeof memberTypeSetStore>;
