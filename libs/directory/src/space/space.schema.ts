import { defineSchema, type SpaceDocument } from '@engawa/persistence';

/** A space as the other services know it. */
export interface SpaceEntry {
  id: string;
  displayName: string;
  timeZone: string;
}

export type SpaceEntryRecord = SpaceEntry & SpaceDocument;

export const spaceEntrySchema = defineSchema<SpaceEntryRecord>({
  collection: 'directorySpaces',
  fields: { displayName: String, timeZone: String },
});
