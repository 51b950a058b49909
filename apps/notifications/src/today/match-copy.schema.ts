import type { DataOf, events } from '@engawa/contracts';
import { defineSchema, type SpaceDocument } from '@engawa/persistence';

export type FoundMatch = DataOf<typeof events.matchesChanged>['matches'][number];

/** Members to introduce to each other, as published by the search service. */
export interface MatchCopyDocument extends SpaceDocument {
  matches: FoundMatch[];
}

export const MATCHES_ID = 'matches';

export const matchCopySchema = defineSchema<MatchCopyDocument>({
  collection: 'matches',
  fields: { matches: { type: [Object], default: [] } },
});
