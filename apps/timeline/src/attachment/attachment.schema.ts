import { defineSchema, type SpaceDocument } from '@engawa/persistence';

/** An uploaded file; loose until a post, comment or draft uses it. */
export interface AttachmentDocument extends SpaceDocument {
  ownerId: string;
  title: string;
  fileType: string;
  size: number;
  hash: string;
  width: number | null;
  height: number | null;
  /** Key in the file store. */
  key: string;
  thumbKey: string | null;
  /** Post that has it; null while it is loose. */
  postId: string | null;
  commentId: string | null;
  /** Draft that has it; kept as long as the draft. */
  draftId: string | null;
  /** Whether it is stored under the path of its post or comment. */
  settled: boolean;
  /** When it is deleted; only for files that are no longer shown. */
  expiresAt?: Date;
}

export const attachmentSchema = defineSchema<AttachmentDocument>({
  collection: 'attachments',
  fields: {
    ownerId: { type: String, required: true },
    title: { type: String, required: true },
    fileType: { type: String, required: true },
    size: { type: Number, required: true },
    hash: { type: String, required: true },
    width: { type: Number, default: null },
    height: { type: Number, default: null },
    key: { type: String, required: true },
    thumbKey: { type: String, default: null },
    postId: { type: String, default: null },
    commentId: { type: String, default: null },
    draftId: { type: String, default: null },
    settled: { type: Boolean, required: true },
    expiresAt: Date,
  },
  indexes: [
    {
      name: 'thread',
      keys: { space: 1, postId: 1, commentId: 1, id: 1 },
      serves: 'findOfThread',
    },
    {
      name: 'owner_loose',
      keys: { space: 1, ownerId: 1, postId: 1, draftId: 1, createdAt: 1 },
      serves: 'findAbandoned, findOfDraft, holdForDraft',
    },
    {
      name: 'expiring',
      keys: { expiresAt: 1 },
      sparse: true,
      serves: 'findExpired',
    },
  ],
});
