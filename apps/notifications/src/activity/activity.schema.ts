import { activityKind } from '@engawa/contracts';
import { defineStore, type DocumentOf, orNull, text, listOf } from '@engawa/persistence';
import { z } from 'zod';

/** How far back getToday reaches. */
export const ACTIVITY_RETENTION_DAYS = 60;

/**
 * An activity shown by getToday (INS-4). That a post or comment was written, its copy says; what
 * earlier versions recorded of it expires.
 */
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
    /** A must-read that no longer is one. Whether a post or comment is deleted, its copy says. */
    gone: z.boolean(),
  },
  formerIndexes: ['space_1_kind_1_staffId_1_gone_1_at_-1_id_-1'],
  indexes: [
    {
      keys: { space: 1, kind: 1, staffId: 1, gone: 1, createdAt: -1, id: -1 },
      serves: 'ActivityRepository.findSince',
    },
    {
      keys: { space: 1, postId: 1 },
      serves: 'ActivityRepository.findOfPost and ActivityExcerptRepository.replace',
    },
    {
      name: 'expiry',
      keys: { at: 1 },
      expireAfterSeconds: ACTIVITY_RETENTION_DAYS * 24 * 60 * 60,
      serves: 'expiry',
    },
  ],
});

export type ActivityDocument = DocumentOf<typeof activitySchema>;
