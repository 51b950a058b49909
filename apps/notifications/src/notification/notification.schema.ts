import { notificationKind, taskStatus, mailChoice } from '@engawa/contracts';
import { defineStore, type DocumentOf, text, orNull, nested } from '@engawa/persistence';
import { z } from 'zod';

/**
 * A notification of one staff member. `createdAt` is when it reached the service: reading all
 * covers everything up to a moment, so a late one must not count as read.
 */
export const notificationSchema = defineStore({
  collection: 'notifications',
  shape: {
    staffId: text,
    kind: notificationKind,
    read: z.boolean(),
    /** Whether it shows in the app: enabled there and not withdrawn. */
    listed: z.boolean(),
    /**
     * Its cause was undone before it was read, or its target is gone; kept, so that a repeated event
     * does not revive it.
     */
    withdrawn: z.boolean(),
    /** The cause, such as `comment/{id}`, by which it is withdrawn. */
    cause: text,
    /** For a notification withdrawn with its post or comment: what undoing the deletion restores. */
    restorable: nested({
      listed: z.boolean(),
    })
      .nullable()
      .optional(),
    actorId: orNull(z.string()),
    postId: text,
    commentId: orNull(z.string()),
    excerpt: z.string().default(''),
    taskStatus: orNull(taskStatus),
    emoji: orNull(z.string()),
    /** How it is sent by mail. */
    mail: mailChoice,
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
      serves: 'NotificationRepository.findOfCause, findRestorableOfCause',
    },
  ],
});

export type NotificationDocument = DocumentOf<typeof notificationSchema>;
