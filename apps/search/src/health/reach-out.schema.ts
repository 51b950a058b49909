import type { DataOf, events } from '@engawa/contracts';
import { defineStore, type DocumentOf, unvalidated, listOf } from '@engawa/persistence';

export type ReachOutCandidate = DataOf<typeof events.reachOutChanged>['candidates'][number];

/** The last published members to talk with; one document per space. */
export const reachOutStore = defineStore({
  collection: 'reachOuts',
  shape: {
    candidates: listOf(unvalidated<ReachOutCandidate>()),
  },
});

export type ReachOutDocument = DocumentOf<typeof reachOutStore>;
