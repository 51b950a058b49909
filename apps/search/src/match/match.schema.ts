import type { DataOf, events, MadeIntroduction } from '@engawa/contracts';
import { defineSchema, type SpaceDocument } from '@engawa/persistence';

export type FoundMatch = DataOf<typeof events.matchesChanged>['matches'][number];
type FoundIntroduction = Pick<MadeIntroduction, 'postId' | 'outcome' | 'at'> & {
  memberId: string;
  toMemberId: string;
};

/** The last found proposals and the latest introductions; one document per space. */
export interface MatchDocument extends SpaceDocument {
  matches: FoundMatch[];
  introductions: FoundIntroduction[];
  /** Since when something that matches follow from has changed. */
  staleSince?: Date;
}

export const matchStore = defineSchema<MatchDocument>({
  collection: 'matches',
  fields: {
    matches: { type: [Object], default: [] },
    introductions: { type: [Object], default: [] },
    staleSince: { type: Date },
  },
  indexes: [
    {
      keys: { staleSince: 1 },
      sparse: true,
      serves: 'MatchRepository.findStale (system scope: all spaces)',
    },
  ],
});
