import type { DataOf, events, MadeIntroduction } from '@engawa/contracts';
import { defineStore, type DocumentOf, unvalidated, listOf } from '@engawa/persistence';
import { z } from 'zod';

export type FoundMatch = DataOf<typeof events.matchesChanged>['matches'][number];
type FoundIntroduction = Pick<MadeIntroduction, 'postId' | 'outcome' | 'at'> & {
  memberId: string;
  toMemberId: string;
};

/** The last found proposals and the latest introductions; one document per space. */
export const matchStore = defineStore({
  collection: 'matches',
  shape: {
    matches: listOf(unvalidated<FoundMatch>()),
    introductions: listOf(unvalidated<FoundIntroduction>()),
    /** Since when something that matches follow from has changed. */
    staleSince: z.date().optional(),
  },
  indexes: [
    {
      keys: { staleSince: 1 },
      sparse: true,
      serves: 'MatchRepository.findStale (system scope: all spaces)',
    },
  ],
});

export type MatchDocument = DocumentOf<typeof matchStore>;
