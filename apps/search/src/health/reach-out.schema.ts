import type { DataOf, events } from '@engawa/contracts';
import { defineSchema, type SpaceDocument } from '@engawa/persistence';

export type ReachOutCandidate = DataOf<typeof events.reachOutChanged>['candidates'][number];

/** Whom the staff of a space may want to talk with, as last published; one document a space. */
export interface ReachOutDocument extends SpaceDocument {
  candidates: ReachOutCandidate[];
}

export const reachOutStore = defineSchema<ReachOutDocument>({
  collection: 'reachOuts',
  fields: { candidates: { type: [Object], default: [] } },
});
