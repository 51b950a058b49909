import { defineSchema, type SpaceDocument } from '@engawa/persistence';

/** How long services may query the names, including a service that was down for a while. */
const ANSWERABLE_SECONDS = 30 * 24 * 3_600;

/**
 * Names of an erased member to look for in texts; its id is the member's. Contains the name, so it
 * expires after some weeks.
 */
export interface ErasureDocument extends SpaceDocument {
  /** The member and all members merged into it. */
  memberIds: string[];
  /** See `NameWritings`; without full names that other members share. */
  whole: string[];
  part: string[];
  /** Since when imports have to be cleaned; absent when done. */
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
