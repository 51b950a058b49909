import { defineSchema, type SpaceDocument } from '@engawa/persistence';

/** The one id of a space's rebuild. */
export const REBUILD_ID = 'rebuild';

/** What is gone through, one after the other. */
export const rebuildPhases = ['post', 'comment', 'entries', 'index'] as const;
export type RebuildPhase = (typeof rebuildPhases)[number];

/** How far the index of a space is rebuilt; a restart goes on from here. */
export interface RebuildDocument extends SpaceDocument {
  running: boolean;
  phase: RebuildPhase;
  /** The last id of the phase that was gone through. */
  after: string | null;
  checked: number;
  startedAt: Date;
  finishedAt: Date | null;
}

export const rebuildStore = defineSchema<RebuildDocument>({
  collection: 'rebuilds',
  fields: {
    running: { type: Boolean, required: true },
    phase: { type: String, enum: [...rebuildPhases], required: true },
    after: { type: String, default: null },
    checked: { type: Number, default: 0 },
    startedAt: { type: Date, required: true },
    finishedAt: { type: Date, default: null },
  },
  indexes: [
    { keys: { running: 1 }, serves: 'RebuildRepository.findRunning (system scope: all spaces)' },
  ],
});
