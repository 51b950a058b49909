import { followTarget, followChoice } from '@engawa/contracts';
import { defineStore, type DocumentOf, place, placeIndex, text } from '@engawa/persistence';

/** What a staff member follows or muted; the id is derived from the staff member and the target. */
export const followSchema = defineStore({
  collection: 'follows',
  shape: {
    staffId: text,
    target: followTarget,
    targetId: text,
    choice: followChoice,
    place,
  },
  indexes: [
    {
      name: 'staff',
      keys: { space: 1, staffId: 1, createdAt: -1, id: -1 },
      serves: 'FollowRepository.findOf',
    },
    {
      name: 'target',
      keys: { space: 1, target: 1, targetId: 1, choice: 1, staffId: 1 },
      serves: 'FollowRepository.findAbout',
    },
    placeIndex(['staffId']),
  ],
});

export type FollowDocument = DocumentOf<typeof followSchema>;
