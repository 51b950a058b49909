import { defineSchema, type SpaceDocument } from '@engawa/persistence';

/** Records that the installation has its first accounts. */
export interface BootstrapDocument extends SpaceDocument {
  state: 'running' | 'done';
}

export const bootstrapSchema = defineSchema<BootstrapDocument>({
  collection: 'bootstraps',
  fields: { state: { type: String, required: true } },
});
