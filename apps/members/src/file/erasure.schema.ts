import { defineSchema, type SpaceDocument } from '@engawa/persistence';

/** For how long services may ask what to look for, in seconds: also one that was down for long. */
const ANSWERABLE_SECONDS = 30 * 24 * 3_600;

/**
 * What there is to look for in texts about a member who was erased; under the member's id. It holds
 * the name and so ends some weeks later.
 */
export interface ErasureDocument extends SpaceDocument {
  /** The member and those who turned out to be it. */
  memberIds: string[];
  /** See `NameWritings`; whole names that others here have as well are left out. */
  whole: string[];
  part: string[];
  /** Since when imports are to be gone through; absent once they are. */
  waitingSince?: Date;
}

export const erasureStore = defineSchema<ErasureDocument>({
  collection: 'erasures',
  fields: {
    memberIds: { type: [String], required: true },
    whole: { type: [String], required: true },
    part: { type: [String], required: true },
    waitingSince: { type: Date },
  },
  indexes: [
    {
      keys: { waitingSince: 1 },
      sparse: true,
      serves: 'ErasureRepository.findWaiting (system scope: all spaces)',
    },
    {
      keys: { createdAt: 1 },
      expireAfterSeconds: ANSWERABLE_SECONDS,
      serves: 'the server, which removes what nobody needs to ask any more',
    },
  ],
});
