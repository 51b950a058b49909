import { defineSchema, type SpaceDocument } from '@engawa/persistence';

/** The copy of a post; id and version are the post's. */
export interface ThreadDocument extends SpaceDocument {
  ownerId: string;
  memberIds: string[];
  mentions: string[];
  excerpt: string;
  /** Whether staff are asked to confirm it. */
  mustRead: boolean;
  /** Its post was deleted; kept, so that a late event does not revive it. */
  gone: boolean;
  /** The timeline was asked for it; the post's events may still come. */
  asked?: boolean;
}

export const threadSchema = defineSchema<ThreadDocument>({
  collection: 'threads',
  fields: {
    ownerId: { type: String, default: '' },
    memberIds: { type: [String], default: [] },
    mentions: { type: [String], default: [] },
    excerpt: { type: String, default: '' },
    mustRead: { type: Boolean, default: false },
    gone: { type: Boolean, required: true },
    asked: { type: Boolean },
  },
});
