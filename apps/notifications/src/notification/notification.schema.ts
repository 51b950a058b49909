import type { MailChoice, NotificationKind, TaskStatus } from '@engawa/contracts';
import { defineSchema, type SpaceDocument } from '@engawa/persistence';
import { Schema } from 'mongoose';

/**
 * A notification of one staff member. `createdAt` is when it reached the service: reading all
 * covers everything up to a moment, so a late one must not count as read.
 */
export interface NotificationDocument extends SpaceDocument {
  staffId: string;
  kind: NotificationKind;
  read: boolean;
  /** Whether it shows in the app: enabled there and not withdrawn. */
  listed: boolean;
  /**
   * Its cause was undone before it was read, or its target is gone; kept, so that a repeated event
   * does not revive it.
   */
  withdrawn: boolean;
  /** The cause, such as `comment/{id}`, by which it is withdrawn. */
  cause: string;
  /** For a notification withdrawn with its post or comment: what undoing the deletion restores. */
  restorable?: { listed: boolean } | null;
  actorId: string | null;
  postId: string;
  commentId: string | null;
  excerpt: string;
  taskStatus: TaskStatus | null;
  emoji: string | null;
  /** How it is sent by mail. */
  mail: MailChoice;
}

export const notificationSchema = defineSchema<NotificationDocument>({
  collection: 'notifications',
  fields: {
    staffId: { type: String, required: true },
    kind: { type: String, required: true },
    read: { type: Boolean, required: true },
    listed: { type: Boolean, required: true },
    withdrawn: { type: Boolean, required: true },
    cause: { type: String, required: true },
    restorable: { type: Schema.Types.Mixed, default: undefined },
    actorId: { type: String, default: null },
    postId: { type: String, required: true },
    commentId: { type: String, default: null },
    excerpt: { type: String, default: '' },
    taskStatus: { type: String, default: null },
    emoji: { type: String, default: null },
    mail: { type: String, required: true },
  },
  indexes: [
    {
      keys: { space: 1, staffId: 1, listed: 1, createdAt: -1, id: -1 },
      serves: 'NotificationRepository.findListPage',
    },
    {
      keys: { space: 1, staffId: 1, listed: 1, read: 1, createdAt: -1, id: -1 },
      serves: 'NotificationRepository.findListPage of unread ones, countUnread and findUnmarked',
    },
    {
      name: 'mentions',
      keys: { space: 1, staffId: 1, listed: 1, read: 1, createdAt: -1, id: -1 },
      partial: { kind: 'mention' },
      serves: 'NotificationRepository.findUnreadMentions',
    },
    {
      keys: { space: 1, staffId: 1, postId: 1, listed: 1, createdAt: -1, id: -1 },
      serves: 'NotificationRepository.findLatestOfPost and countOfPost',
    },
    {
      keys: { space: 1, staffId: 1, postId: 1, listed: 1, read: 1, createdAt: -1 },
      serves: 'NotificationRepository.findUnreadOfPost and countOfPost of unread ones',
    },
    {
      keys: { space: 1, staffId: 1, createdAt: -1 },
      partial: { mail: 'digest' },
      name: 'digest',
      serves: 'NotificationRepository.findForDigest',
    },
    {
      name: 'target',
      keys: { space: 1, postId: 1, withdrawn: 1, commentId: 1 },
      serves: 'NotificationRepository.findAboutTarget',
    },
    {
      keys: { space: 1, cause: 1, withdrawn: 1 },
      serves: 'NotificationRepository.findOfCause',
    },
  ],
});
