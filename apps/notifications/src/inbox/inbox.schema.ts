import { defineSchema, type SpaceDocument } from '@engawa/persistence';

/** What one staff did to all notifications at once; its id is the staff's. */
export interface InboxDocument extends SpaceDocument {
  /** Everything up to this moment counts as read. */
  readBefore: Date;
  /** Up to when the staff member has seen what happened (markTodaySeen); null for never. */
  handoverSeenAt: Date | null;
  /** Whether the open tasks from before this service kept them were asked for. */
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
