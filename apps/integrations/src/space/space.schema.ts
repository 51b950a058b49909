import { defineSchema, type SpaceDocument } from '@engawa/persistence';

/** A space as identity told it last; messages to chats name it. Its version is identity's. */
export interface SpaceCopyDocument extends SpaceDocument {
  displayName: string;
  timeZone: string;
}

export const spaceCopyStore = defineSchema<SpaceCopyDocument>({
  collection: 'spaces',
  fields: {
    displayName: { type: String, required: true },
    timeZone: { type: String, required: true },
  },
});
