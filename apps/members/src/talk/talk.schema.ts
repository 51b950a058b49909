import { defineSchema, type SpaceDocument } from '@engawa/persistence';

/**
 * Time and members of a post's talk, from the timeline's events. Id and version are the post's. The
 * row of a deleted post stays as a tombstone.
 */
export interface TalkDocument extends SpaceDocument {
  memberIds: string[];
  /** Members of an earlier state of the post, whose last talk may have changed. */
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
