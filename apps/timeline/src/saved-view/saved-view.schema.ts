import type { MemberViewCriteria, SavedViewCriteria } from '@engawa/contracts';
import {
  defineStore,
  type DocumentOf,
  listOf,
  place,
  placeIndex,
  text,
  unvalidated,
} from '@engawa/persistence';
import { z } from 'zod';

/** Criteria of the timeline or of the list of members under a name. */
export const savedViewSchema = defineStore({
  collection: 'savedViews',
  shape: {
    ownerId: text,
    shared: z.boolean(),
    displayName: text,
    /**
     * The folded name for comparison: width, case and kana do not matter. That of another page than
     * the timeline begins with its name, so that each page has names of its own.
     */
    nameKey: text,
    criteria: unvalidated<SavedViewCriteria>(),
    /** Of a view of the list of members; otherwise absent. */
    memberCriteria: unvalidated<MemberViewCriteria>().optional(),
    place,
    /** Of a shared one, among those of the space. */
    sharedPlace: place,
  },
  indexes: [
    {
      name: 'name',
      keys: { space: 1, ownerId: 1, nameKey: 1 },
      unique: true,
      serves: 'SavedViewRepository.findOf, and that a staff member uses a name once',
    },
    {
      name: 'shared',
      keys: { space: 1, shared: 1, nameKey: 1 },
      partial: { shared: true },
      serves: 'SavedViewRepository.findShared',
    },
    {
      name: 'label',
      keys: { space: 1, 'criteria.labelId': 1 },
      serves: 'SavedViewRepository.findWithLabel',
    },
    {
      name: 'memberType',
      keys: { space: 1, 'memberCriteria.typeId': 1 },
      partial: { 'memberCriteria.typeId': { $gt: '' } },
      serves: 'SavedViewRepository.findWithMemberType',
    },
    placeIndex(['ownerId']),
    placeIndex([], { field: 'sharedPlace' }),
  ],
});

export type SavedViewDocument = DocumentOf<typeof savedViewSchema>;

/** In which order a staff member wants the views; its id is the staff member's. */
export const viewOrderSchema = defineStore({
  collection: 'viewOrders',
  shape: {
    viewIds: listOf(z.string()),
  },
});

export type ViewOrderDocument = DocumentOf<typeof viewOrderSchema>;
