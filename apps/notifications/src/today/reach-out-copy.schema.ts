import type { DataOf, events } from '@engawa/contracts';
import { defineStore, type DocumentOf, unvalidated, listOf } from '@engawa/persistence';

export type ReachOutCandidate = DataOf<typeof events.reachOutChanged>['candidates'][number];

export const REACH_OUT_ID = 'reachOut';

/** Members to talk with, as published by the search service. */
export const reachOutCopySchema = defineStore({
  collection: 'reachOuts',
  shape: {
    candidates: listOf(unvalidated<ReachOutCandidate>()),
  },
});

export type ReachOutCopyDocument = DocumentOf<typeof reachOutCopySchema>;
