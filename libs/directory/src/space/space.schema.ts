import { defineStore, type DocumentOf } from '@engawa/persistence';
import { z } from 'zod';

/** A copy of a space. */
export const spaceEntrySchema = defineStore({
  collection: 'directorySpaces',
  shape: { displayName: z.string(), timeZone: z.string() },
});

export type SpaceEntryRecord = DocumentOf<typeof spaceEntrySchema>;
export type SpaceEntry = Pick<SpaceEntryRecord, 'id' | 'displayName' | 'timeZone'>;
