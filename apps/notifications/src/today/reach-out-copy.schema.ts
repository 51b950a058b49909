import type { DataOf, events } from '@engawa/contracts';
import { defineSchema, type SpaceDocument } from '@engawa/persistence';

export type ReachOutCandidate = DataOf<typeof events.reachOutChanged>['candidates'][number];

/** Members to talk with, as published by the search service. */
export interface ReachOutCopyDocument extends SpaceDocument {
  candidates: ReachOutCandidate[];
}

export const REACH_OUT_ID = 'reachOut';

export const reachOutCopySchema = defineSchema<ReachOutCopyDocument>({
  collection: 'reachOuts',
  fields: { candidates: { type: [Object], default: [] } },
});
