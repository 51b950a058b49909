import { defineSchema, type SpaceDocument } from '@engawa/persistence';

/**
 * What is gone through one after the other. Imports first: one at work is waited for, so that the
 * posts that it writes are there when their turn comes.
 */
export const erasurePhases = ['imports', 'posts', 'comments', 'drafts'] as const;
export type ErasurePhase = (typeof erasurePhases)[number];

/**
 * That the texts of a space lose the name of an erased member (MBR-5), and how far that is; under
 * the member's id. The names are dropped once it is done.
 */
export interface ErasureDocument extends SpaceDocument {
  memberIds: string[];
  /** Folded; see `NameWritings`. */
  whole: string[];
  part: string[];
  phase: ErasurePhase;
  /** Last document of the phase that was gone through. */
  after: string | null;
  /** Since when there is work to do; absent once it is done. */
  waitingSince?: Date;
}

export const erasureSchema = defineSchema<ErasureDocument>({
  collection: 'memberErasures',
  fields: {
    memberIds: { type: [String], required: true },
    whole: { type: [String], required: true },
    part: { type: [String], required: true },
    phase: { type: String, enum: [...erasurePhases], required: true },
    after: { type: String, default: null },
    waitingSince: { type: Date },
  },
  indexes: [
    {
      keys: { waitingSince: 1 },
      sparse: true,
      serves: 'ErasureRepository.findWaiting (system scope: all spaces)',
    },
  ],
});
