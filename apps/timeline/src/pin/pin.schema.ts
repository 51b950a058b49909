import { defineSchema, type SpaceDocument } from '@engawa/persistence';

/** The pinned posts of a space, the last pinned first. One document per space. */
export interface PinsDocument extends SpaceDocument {
  postIds: string[];
}

export const PINS = 'pins';

export const pinSchema = defineSchema<PinsDocument>({
  collection: 'pins',
  fields: { postIds: [String] },
});
