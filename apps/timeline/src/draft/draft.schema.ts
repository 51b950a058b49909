import type { IntroductionInput, TaskObjectInput } from '@engawa/contracts';
import { defineSchema, type SpaceDocument } from '@engawa/persistence';
import { Schema } from 'mongoose';
import type { StoredAttachment } from '../content/content.schema';

/** A draft, or the tombstone that keeps its id from being saved again. */
export interface DraftDocument extends SpaceDocument {
  ownerId: string;
  /** Incremented by the author's devices; the larger one has the newer text. */
  revision: number;
  state: 'open' | 'sent' | 'deleted';
  memo: string;
  memberIds: string[];
  labelIds: string[];
  mentions: string[];
  attachments: StoredAttachment[];
  task: TaskObjectInput | null;
  talkedAt: Date | null;
  mustRead: boolean;
  introduction: IntroductionInput | null;
  whereList: string;
  postIdForComment: string | null;
  /** When it ended; the document is removed some weeks later. */
  endedAt?: Date;
}

/** Retention of an ended draft: longer than any device stays offline. */
const ENDED_KEPT_SECONDS = 60 * 24 * 3_600;

export const draftSchema = defineSchema<DraftDocument>({
  collection: 'drafts',
  fields: {
    ownerId: { type: String, required: true },
    revision: { type: Number, required: true },
    state: { type: String, required: true },
    memo: { type: String, default: '' },
    memberIds: [String],
    labelIds: [String],
    mentions: [String],
    attachments: [Schema.Types.Mixed],
    task: { type: Schema.Types.Mixed, default: null },
    talkedAt: { type: Date, default: null },
    mustRead: { type: Boolean, required: true },
    introduction: { type: Schema.Types.Mixed, default: null },
    whereList: { type: String, default: '' },
    postIdForComment: { type: String, default: null },
    endedAt: Date,
  },
  indexes: [
    {
      name: 'owner',
      keys: { space: 1, ownerId: 1, state: 1, updatedAt: -1, id: -1 },
      serves: 'findOpen, countOpen',
    },
    {
      name: 'left',
      keys: { endedAt: 1 },
      serves: 'the end of ended drafts',
      expireAfterSeconds: ENDED_KEPT_SECONDS,
      sparse: true,
    },
  ],
});
