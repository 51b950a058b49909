import { defineSchema, type SpaceDocument } from '@engawa/persistence';

/**
 * Phases in order. Imports first: a running one is awaited, so that its posts are there in their
 * phase.
 */
export const erasurePhases = [
  'imports',
  'posts',
  'comments',
  'drafts',
  'views',
  'templates',
] as const;
type ErasurePhase = (typeof erasurePhases)[number];

/**
 * Progress of removing an erased member's name from the texts of a space (MBR-5); its id is the
 * member's. The names are deleted when it is done.
 */
export interface ErasureDocument extends SpaceDocument {
  memberIds: string[];
  /** Folded; see `NameWritings`. */
  whole: string[];
  part: string[];
  phase: ErasurePhase;
  /** Last processed document of the phase. */
  after: string | null;
  /** Since when work is waiting; absent when done. */
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
