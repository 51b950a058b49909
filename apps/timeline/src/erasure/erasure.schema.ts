import { defineStore, type DocumentOf, orNull, workIndexes } from '@engawa/persistence';
import { z } from 'zod';

/**
 * Phases in order. Imports first: a running one is awaited, so that its posts are there in their
 * phase. Files before posts, comments and drafts, which copy the titles of files.
 */
export const erasurePhases = [
  'imports',
  'files',
  'posts',
  'comments',
  'drafts',
  'views',
  'templates',
] as const;

/**
 * Progress of removing an erased member's name from the texts of a space (MBR-5); its id is the
 * member's. The names are deleted when it is done.
 */
export const erasureSchema = defineStore({
  collection: 'memberErasures',
  shape: {
    memberIds: z.array(z.string()),
    /** Folded; see `NameWritings`. */
    whole: z.array(z.string()),
    part: z.array(z.string()),
    phase: z.enum(erasurePhases),
    /** Last processed document of the phase. */
    after: orNull(z.string()),
    /** The phase of files was done; absent in an erasure that an earlier version had begun. */
    filesDone: z.boolean().optional(),
    /** When work is due; during an attempt, when its lease ends; absent when done. */
    waitingSince: z.date().optional(),
  },
  indexes: workIndexes(undefined, 'waitingSince'),
});

export type ErasureDocument = DocumentOf<typeof erasureSchema>;
