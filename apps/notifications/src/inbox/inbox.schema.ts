import { defineStore, type DocumentOf, orNull } from '@engawa/persistence';
import { z } from 'zod';

/** Bulk state of a staff member's notifications; its id is the staff member's. */
export const inboxSchema = defineStore({
  collection: 'inboxes',
  shape: {
    /** Everything up to this moment counts as read. */
    readBefore: z.date(),
    /** Until when the staff member has seen the activities (markTodaySeen); null for never. */
    handoverSeenAt: orNull(z.date()),
    /** Whether the open tasks from before this copy existed were loaded. */
    tasksKnown: z.boolean().default(false),
  },
});

export type InboxDocument = DocumentOf<typeof inboxSchema>;
