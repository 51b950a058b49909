import { defineSchema, type SpaceDocument } from '@engawa/persistence';

/** A copy of a space. */
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
