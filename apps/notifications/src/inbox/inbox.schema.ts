import { defineSchema, type SpaceDocument } from '@engawa/persistence';

/** Bulk state of a staff member's notifications; its id is the staff member's. */
export interface InboxDocument extends SpaceDocument {
  /** Everything up to this moment counts as read. */
  readBefore: Date;
  /** Until when the staff member has seen the activities (markTodaySeen); null for never. */
  handoverSeenAt: Date | null;
  /** Whether the open tasks from before this copy existed were loaded. */
  tasksKnown: boolean;
}

export const inboxSchema = defineSchema<InboxDocument>({
  collection: 'inboxes',
  fields: {
    readBefore: { type: Date, required: true },
    handoverSeenAt: { type: Date, default: null },
    tasksKnown: { type: Boolean, default: false },
  },
});
