import { activityKind } from '@engawa/contracts';
import { defineStore, type DocumentOf, orNull, text, listOf } from '@engawa/persistence';
import { z } from 'zod';

/** How far back getToday reaches. */
export const ACTIVITY_RETENTION_DAYS = 60;

/** An activity shown by getToday (INS-4). */
export const activitySchema = defineStore({
  collection: 'happenings',
  shape: {
    kind: activityKind,
    /** The only staff member concerned; empty for all. */
    staffId: z.string().default(''),
    at: z.date(),
    actorId: orNull(z.string()),
    postId: text,
    commentId: orNull(z.string()),
    excerpt: z.string().default(''),
    /** Who confirmed it, for a must-read. */
    confirmedBy: listOf(z.string()),
    /** Its post or comment was deleted; kept, so that a repeated event does not revive it. */
    gone: z.boolean(),
  },
  indexes: [
    {
      keys: { space: 1, kind: 1, staffId: 1, gone: 1, at: -1, id: -1 },
      serves: 'ActivityRepository.findSince',
    },
    { keys: { space: 1, postId: 1 }, serves: 'ActivityRepository.setGone' },
    {
      name: 'expiry',
      keys: { at: 1 },
      expireAfterSeconds: ACTIVITY_RETENTION_DAYS * 24 * 60 * 60,
      serves: 'expiry',
    },
  ],
});

export type ActivityDocument = DocumentOf<typeof activitySchema>;
