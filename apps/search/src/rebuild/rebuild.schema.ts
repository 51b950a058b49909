import { defineStore, type DocumentOf, orNull, workFields, workIndexes } from '@engawa/persistence';
import { z } from 'zod';

export const REBUILD_ID = 'rebuild';

/** Phases in order. */
const rebuildPhases = ['post', 'comment', 'entries', 'index'] as const;
export type RebuildPhase = (typeof rebuildPhases)[number];

/** Progress of a rebuild, which is due while it runs; a restart continues from here. */
export const rebuildStore = defineStore({
  collection: 'rebuilds',
  shape: {
    phase: z.enum(rebuildPhases),
    /** Last processed id of the phase. */
    after: orNull(z.string()),
    checked: z.number().default(0),
    startedAt: z.date(),
    finishedAt: orNull(z.date()),
    ...workFields,
  },
  indexes: workIndexes(),
  formerIndexes: ['running_1'],
});

export type RebuildDocument = DocumentOf<typeof rebuildStore>;
