import { defineStore, type DocumentOf, workIndexes } from '@engawa/persistence';
import { z } from 'zod';

/** How long services may query the names, including a service that was down for a while. */
const ANSWERABLE_SECONDS = 30 * 24 * 3_600;

/**
 * Names of an erased member to look for in texts; its id is the member's. Contains the name, so it
 * expires after some weeks.
 */
export const erasureStore = defineStore({
  collection: 'erasures',
  shape: {
    /** The member and all members merged into it. */
    memberIds: z.array(z.string()),
    /** See `NameWritings`; without full names that other members share. */
    whole: z.array(z.string()),
    part: z.array(z.string()),
    /** Staff member who erased them; absent in notes of 2.13.0. */
    erasedBy: z.string().optional(),
    /**
     * When the members have to be erased and imports to be cleaned; during an attempt, when its lease
     * ends; absent when done.
     */
    waitingSince: z.date().optional(),
  },
  indexes: [
    ...workIndexes(undefined, 'waitingSince'),
    {
      keys: { createdAt: 1 },
      expireAfterSeconds: ANSWERABLE_SECONDS,
      serves: 'the server, which removes what nobody needs to ask any more',
    },
  ],
});

export type ErasureDocument = DocumentOf<typeof erasureStore>;
