import { defineSchema, type SpaceDocument } from '@engawa/persistence';

/** The one mark that says whether the installation has had its first accounts. */
export interface BootstrapDocument extends SpaceDocument {
  state: 'running' | 'done';
}

export const bootstrapSchema = defineSchema<BootstrapDocument>({
  collection: 'bootstraps',
  fields: { state: { type: String, required: true } },
});
