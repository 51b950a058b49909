import { z } from 'zod';
import { cursor, id, instant, PAGE_SIZE, pageOf } from '../primitive';
import { staffRef } from './staff';
import { taskStatus } from './task';

/** Why a staff is told (NTF-1). */
export const notificationKinds = [
  'comment',
  'mention',
  'reaction',
  'taskAssigned',
  'taskStatus',
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
  unread: z.enum(['true', 'false']).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(PAGE_SIZE),
});
export type ListNotificationsQuery = z.infer<typeof listNotificationsQuery>;
export const listNotificationsAnswer = pageOf(notification);
/** getUnreadCount: exact below 100; 100 stands for that many or more. */
export const unreadCountAnswer = z.object({ count: z.int().min(0).max(100) });
/** markNotificationsRead: all, or those of one post. */
export const markNotificationsReadInput = z.strictObject({ postId: id.optional() });
export type MarkNotificationsReadInput = z.infer<typeof markNotificationsReadInput>;
