import { defineStore, type DocumentOf, listOf, orNull } from '@engawa/persistence';
import { z } from 'zod';

/**
 * Time and members of a post's talk, from the timeline's events. Id and version are the post's. The
 * row of a deleted post stays as a tombstone.
 */
export const talkStore = defineStore({
  collection: 'talks',
  shape: {
    memberIds: listOf(z.string()),
    /** Members of an earlier state of the post, whose last talk may have changed. */
    formerMemberIds: listOf(z.string()),
    talkedAt: orNull(z.date()),
    deleted: z.boolean(),
  },
  indexes: [{ keys: { space: 1, memberIds: 1, talkedAt: -1 }, serves: 'TalkRepository.findLast' }],
});

export type TalkDocument = DocumentOf<typeof talkStore>;
