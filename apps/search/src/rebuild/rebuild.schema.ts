import { defineSchema, type SpaceDocument } from '@engawa/persistence';

export const REBUILD_ID = 'rebuild';

/** Phases in order. */
const rebuildPhases = ['post', 'comment', 'entries', 'index'] as const;
export type RebuildPhase = (typeof rebuildPhases)[number];

/** Progress of a rebuild; a restart continues from here. */
export interface RebuildDocument extends SpaceDocument {
  running: boolean;
  phase: RebuildPhase;
  /** Last processed id of the phase. */
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
