import { defineSchema, type SpaceDocument } from '@engawa/persistence';

/** What tasks need of the timeline's labels; a deleted one stays as a row that says so. */
export interface LabelDocument extends SpaceDocument {
  deleted: boolean;
}

export const labelSchema = defineSchema<LabelDocument>({
  collection: 'labels',
  fields: { deleted: { type: Boolean, required: true } },
});
