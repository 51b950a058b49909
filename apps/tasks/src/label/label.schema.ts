import { defineSchema, type SpaceDocument } from '@engawa/persistence';

/** The copy of a label; a deleted one stays as a tombstone. */
export interface LabelDocument extends SpaceDocument {
  deleted: boolean;
}

export const labelSchema = defineSchema<LabelDocument>({
  collection: 'labels',
  fields: { deleted: { type: Boolean, required: true } },
});
