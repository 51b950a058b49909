import type { DataOf, events } from '@engawa/contracts';
import { defineStore, type DocumentOf, unvalidated, listOf } from '@engawa/persistence';

export type FoundMatch = DataOf<typeof events.matchesChanged>['matches'][number];

export const MATCHES_ID = 'matches';

/** Members to introduce to each other, as published by the search service. */
export const matchCopySchema = defineStore({
  collection: 'matches',
  shape: {
    matches: listOf(unvalidated<FoundMatch>()),
  },
});

export type MatchCopyDocument = DocumentOf<typeof matchCopySchema>;
