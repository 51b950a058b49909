import type { DataOf, events } from '@engawa/contracts';
import { defineSchema, type SpaceDocument } from '@engawa/persistence';

export type ReachOutCandidate = DataOf<typeof events.reachOutChanged>['candidates'][number];

/** The last published members to talk with; one document per space. */
export interface ReachOutDocument extends SpaceDocument {
  candidates: ReachOutCandidate[];
}

export const reachOutStore = defineSchema<ReachOutDocument>({
  collection: 'reachOuts',
  fields: { candidates: { type: [Object], default: [] } },
});
