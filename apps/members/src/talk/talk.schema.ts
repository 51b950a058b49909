import { defineSchema, type SpaceDocument } from '@engawa/persistence';

/**
 * When a post's talk was and with whom; follows the timeline's events. Its id is the post's, its
 * version the post's that was applied last. A deleted post's row stays, saying so.
 */
export interface TalkDocument extends SpaceDocument {
  memberIds: string[];
  /** Whoever an earlier state of the post named; their last talk may be another since. */
  formerMemberIds: string[];
  talkedAt: Date | null;
  deleted: boolean;
}

export const talkStore = defineSchema<TalkDocument>({
  collection: 'talks',
  fields: {
    memberIds: { type: [String], default: [] },
    formerMemberIds: { type: [String], default: [] },
    talkedAt: { type: Date, default: null },
    deleted: { type: Boolean, required: true },
  },
  indexes: [{ keys: { space: 1, memberIds: 1, talkedAt: -1 }, serves: 'TalkRepository.findLast' }],
});
