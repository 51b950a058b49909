import { defineSchema, type SpaceDocument } from '@engawa/persistence';

/** An uploaded file. It belongs to nobody's post until one names it. */
export interface AttachmentDocument extends SpaceDocument {
  ownerId: string;
  title: string;
  fileType: string;
  size: number;
  hash: string;
  width: number | null;
  height: number | null;
  /** Where it lies in the file store. */
  key: string;
  thumbKey: string | null;
  /** The post that names it; null while none does. */
  postId: string | null;
  commentId: string | null;
  /** The draft that names it; it is kept as long as that. */
  draftId: string | null;
  /** Whether it lies under the path of its post or comment already. */
  settled: boolean;
  /** Only of files that their post or comment does not show any more: when they are dropped. */
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
      serves: 'findForgotten, findOfDraft, holdForDraft',
    },
    {
      name: 'expiring',
      keys: { expiresAt: 1 },
      sparse: true,
      serves: 'findExpired',
    },
  ],
});
