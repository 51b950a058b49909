import type { MemberViewCriteria, SavedViewCriteria } from '@engawa/contracts';
import { defineSchema, type SpaceDocument } from '@engawa/persistence';
import { Schema } from 'mongoose';

/** Criteria of the timeline or of the list of members under a name. */
export interface SavedViewDocument extends SpaceDocument {
  ownerId: string;
  shared: boolean;
  displayName: string;
  /**
   * The folded name for comparison: width, case and kana do not matter. That of another page than
   * the timeline begins with its name, so that each page has names of its own.
   */
  nameKey: string;
  criteria: SavedViewCriteria;
  /** Of a view of the list of members; otherwise absent. */
  memberCriteria?: MemberViewCriteria;
}

export const savedViewSchema = defineSchema<SavedViewDocument>({
  collection: 'savedViews',
  fields: {
    ownerId: { type: String, required: true },
    shared: { type: Boolean, required: true },
    displayName: { type: String, required: true },
    nameKey: { type: String, required: true },
    criteria: { type: Schema.Types.Mixed, required: true },
    memberCriteria: { type: Schema.Types.Mixed },
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
  ],
});

/** In which order a staff member wants the views; its id is the staff member's. */
export interface ViewOrderDocument extends SpaceDocument {
  viewIds: string[];
}

export const viewOrderSchema = defineSchema<ViewOrderDocument>({
  collection: 'viewOrders',
  fields: { viewIds: { type: [String], default: [] } },
});
