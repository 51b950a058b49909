import {
  events,
  type KindPreference,
  type Notification,
  type NotificationKind,
  type StaffRef,
} from '@engawa/contracts';
import { derivedId, newEvent } from '@engawa/events';
import type { MailKind } from '../mail/notification-mail.rules';
import { excerptOf, referenceIdOf, type Recipient, channelsFor } from './notification.rules';
import type { NotificationDocument } from './notification.schema';

/** What all notifications of an event have in common. */
export interface NotificationSource {
  /**
   * Id of the event; with the staff id it determines the notification's id, so that it is created
   * once.
   */
  eventId: string;
  space: string;
  actorId: string | null;
  cause: string;
  postId: string;
  commentId: string | null;
  memo: string;
  taskStatus?: NotificationDocument['taskStatus'];
  emoji?: string | null;
  /** What mails say instead of the kind of the notification. */
  mailAs?: MailKind;
}

/** An event notifies a staff member once. */
export function notificationId(eventId: string, staffId: string): string {
  return derivedId(eventId, staffId);
}

/**
 * New notifications with their events, and the kind of their mails; none for staff who want neither
 * app nor mail.
 */
export function entriesOf(
  source: NotificationSource,
  recipients: readonly Recipient[],
  preferenceFor: (staffId: string, kind: NotificationKind) => KindPreference,
) {
  const excerpt = excerptOf(source.memo);
  return recipients.flatMap(({ staffId, kinds }) => {
    const way = channelsFor(kinds, (kind) => preferenceFor(staffId, kind));
    if (!way) return [];
    const { kind, app, mail, mailKind } = way;
    const document = {
      id: notificationId(source.eventId, staffId),
      staffId,
      kind,
      read: false,
      listed: app,
      withdrawn: false,
      cause: source.cause,
      actorId: source.actorId,
      postId: source.postId,
      commentId: source.commentId,
      excerpt,
      taskStatus: source.taskStatus ?? null,
      emoji: source.emoji ?? null,
      mail,
    };
    const events = app ? [createdEvent(source.space, source.actorId, document)] : [];
    return [{ document, events, mailKind: source.mailAs ?? mailKind }];
  });
}

function createdEvent(
  space: string,
  actor: string | null,
  notification: { id: string; staffId: string; kind: NotificationKind; postId: string },
) {
  return newEvent(events.notificationCreated, {
    space,
    actor,
    aggregate: { type: 'notification', id: notification.id },
    version: 1,
    data: {
      staffId: notification.staffId,
      notificationId: notification.id,
      kind: notification.kind,
      postId: notification.postId,
    },
  });
}

/** Windows list it again. */
export function restoredEvent(
  notification: Pick<NotificationDocument, 'id' | 'space' | 'staffId' | 'kind' | 'postId'>,
  version: number,
) {
  const { id, space, staffId, kind, postId } = notification;
  return newEvent(events.notificationCreated, {
    space,
    actor: null,
    aggregate: { type: 'notification', id },
    version,
    data: { staffId, notificationId: id, kind, postId },
  });
}

type ChangedNotification = Pick<NotificationDocument, 'id' | 'space' | 'staffId'>;

/** Notifies the staff member's windows of a change to one notification. */
function changeEvent(
  definition:
    | typeof events.notificationRead
    | typeof events.notificationUnread
    | typeof events.notificationWithdrawn,
  { id, space, staffId }: ChangedNotification,
  version: number,
  actor: string | null,
) {
  return newEvent(definition, {
    space,
    actor,
    aggregate: { type: 'notification', id },
    version,
    data: { staffId, notificationIds: [id] },
  });
}

export function readEvent(notification: ChangedNotification, version: number) {
  return changeEvent(events.notificationRead, notification, version, notification.staffId);
}

export function unreadEvent(notification: ChangedNotification, version: number) {
  return changeEvent(events.notificationUnread, notification, version, notification.staffId);
}

export function withdrawnEvent(notification: ChangedNotification, version: number) {
  return changeEvent(events.notificationWithdrawn, notification, version, null);
}

/** Everything was read at once; no ids, because they may be many. */
export function allReadEvent(space: string, staffId: string, version: number) {
  return newEvent(events.notificationRead, {
    space,
    actor: staffId,
    aggregate: { type: 'inbox', id: staffId },
    version,
    data: { staffId, notificationIds: [] },
  });
}

export function isUnread(document: NotificationDocument, readBefore: Date): boolean {
  return !document.read && document.listed && document.createdAt > readBefore;
}

/** A notification as the API shows it. */
export function notificationOf(
  document: NotificationDocument,
  readBefore: Date,
  staffOf: (id: string) => StaffRef,
): Notification {
  const { id, kind, actorId, postId, commentId, excerpt, taskStatus, emoji } = document;
  return {
    id,
    kind,
    read: !isUnread(document, readBefore),
    createdAt: document.createdAt.toISOString(),
    actor: actorId ? staffOf(actorId) : null,
    referenceId: referenceIdOf(document.space, document),
    postId,
    commentId,
    excerpt,
    taskStatus,
    emoji,
  };
}
