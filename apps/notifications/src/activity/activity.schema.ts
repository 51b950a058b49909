import type { ActivityKind } from '@engawa/contracts';
import { defineSchema, type SpaceDocument } from '@engawa/persistence';

/** An activity shown by getToday (INS-4). */
export interface ActivityDocument extends SpaceDocument {
  kind: ActivityKind;
  /** The only staff member concerned; empty for all. */
  staffId: string;
  at: Date;
  actorId: string | null;
  postId: string;
  commentId: string | null;
  excerpt: string;
  /** Who confirmed it, for a must-read. */
  confirmedBy: string[];
  /** Its post or comment was deleted; kept, so that a repeated event does not revive it. */
  gone: boolean;
}

/** How far back getToday reaches. */
export const ACTIVITY_RETENTION_DAYS = 60;

export const activitySchema = defineSchema<ActivityDocument>({
  collection: 'happenings',
  fields: {
    kind: { type: String, required: true },
    staffId: { type: String, default: '' },
    at: { type: Date, required: true },
    actorId: { type: String, default: null },
    postId: { type: String, required: true },
    commentId: { type: String, default: null },
    excerpt: { type: String, default: '' },
    confirmedBy: { type: [String], default: [] },
    gone: { type: Boolean, required: true },
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
