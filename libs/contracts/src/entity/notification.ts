import { z } from 'zod';
import { cursor, id, instant, locale, PAGE_SIZE, pageOf } from '../primitive';
import { staffRef } from './staff';
import { taskStatus } from './task';

/** Why a staff member is notified (NTF-1). */
export const notificationKinds = [
  'comment',
  'mention',
  'reaction',
  'taskAssigned',
  'taskUnassigned',
  'taskStatus',
  'taskDue',
  'mustRead',
  'followed',
] as const;
export const notificationKind = z.enum(notificationKinds);
export type NotificationKind = z.infer<typeof notificationKind>;

export const notification = z
  .object({
    id,
    kind: notificationKind,
    read: z.boolean(),
    createdAt: instant,
    actor: staffRef.nullable().meta({ description: 'Who did it; null for the system' }),
    referenceId: z.string().meta({
      description: 'Path of the post or comment',
      example: 'spaces/engawa-sendai/posts/019a2b3c/comments/019a2b3d',
    }),
    postId: id,
    commentId: id.nullable(),
    excerpt: z.string().meta({ description: 'Beginning of the memo that it is about' }),
    taskStatus: taskStatus.nullable(),
    emoji: z.string().nullable(),
  })
  .meta({ id: 'Notification' });
export type Notification = z.infer<typeof notification>;

export const listNotificationsQuery = z.strictObject({
  cursor: cursor.optional(),
  unread: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: '`true`: only unread ones; `false`, or without it: all' }),
  limit: z.coerce.number().int().min(1).max(100).default(PAGE_SIZE),
});
export type ListNotificationsQuery = z.infer<typeof listNotificationsQuery>;
export const listNotificationsAnswer = pageOf(notification);
/** getUnreadCount: exact below 100; 100 stands for 100 or more. */
export const unreadCountAnswer = z.object({ count: z.int().min(0).max(100) });
/** markNotificationsRead: all, or those of one post. */
export const markNotificationsReadInput = z.strictObject({ postId: id.optional() });
export type MarkNotificationsReadInput = z.infer<typeof markNotificationsReadInput>;
/** markNotificationsUnread: the latest of one post. */
export const markNotificationsUnreadInput = z.strictObject({ postId: id });
export type MarkNotificationsUnreadInput = z.infer<typeof markNotificationsUnreadInput>;

/** Notifications of one post, as one entry of the list. */
export const notificationGroup = z
  .object({
    postId: id,
    latest: notification,
    count: z.int().min(1).max(100).meta({ description: '100 stands for that many or more' }),
    unreadCount: z.int().min(0).max(100),
    actors: z.array(staffRef).max(3).meta({ description: 'The latest three, each once' }),
  })
  .meta({ id: 'NotificationGroup' });
export type NotificationGroup = z.infer<typeof notificationGroup>;

/** listNotificationGroups: the post with the newest notification first. */
export const listNotificationGroupsQuery = z.strictObject({
  cursor: cursor.optional(),
  limit: z.coerce.number().int().min(1).max(50).default(PAGE_SIZE),
});
export type ListNotificationGroupsQuery = z.infer<typeof listNotificationGroupsQuery>;
export const listNotificationGroupsAnswer = pageOf(notificationGroup);

/** Mail: none, immediately, or in the daily digest (NTF-3). */
export const mailChoices = ['none', 'now', 'digest'] as const;
export const mailChoice = z.enum(mailChoices);
export type MailChoice = z.infer<typeof mailChoice>;
export const kindPreference = z.strictObject({ app: z.boolean(), mail: mailChoice });
export type KindPreference = z.infer<typeof kindPreference>;

/**
 * The caller's notification preferences; the digest is sent at this hour of the space's time zone.
 */
export const notificationPreferences = z
  .object({
    kinds: z.record(notificationKind, kindPreference),
    digestHour: z.int().min(0).max(23),
    locale: locale.meta({ description: 'Language of the mails' }),
  })
  .meta({ id: 'NotificationPreferences' });
export type NotificationPreferences = z.infer<typeof notificationPreferences>;
export const updateNotificationPreferencesInput = z.strictObject({
  kinds: z.partialRecord(notificationKind, kindPreference.partial()).optional(),
  digestHour: z.int().min(0).max(23).optional(),
  locale: locale.optional(),
});
export type UpdateNotificationPreferencesInput = z.infer<typeof updateNotificationPreferencesInput>;

/**
 * The activities in getToday (INS-4), without the reader's own. `mustRead` are the posts that the
 * reader has not confirmed, however old; all others happened since the last visit.
 */
export const activityKinds = [
  'postWritten',
  'commentWritten',
  'issueOpened',
  'issueClosed',
  'taskHandedToMe',
  'taskDone',
  'mustRead',
] as const;
export const activityKind = z.enum(activityKinds);
export type ActivityKind = z.infer<typeof activityKind>;
