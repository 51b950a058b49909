import { Injectable } from '@nestjs/common';
import { Directory } from '@engawa/directory';
import { FollowService } from '../follow/follow.service';
import { InboxRepository } from '../inbox/inbox.repository';
import { NotificationMailService } from '../mail/notification-mail.service';
import { preferenceOf } from '../preference/preference.rules';
import { PreferenceService } from '../preference/preference.service';
import {
  entriesOf,
  notificationId,
  readEvent,
  restoredEvent,
  type NotificationSource,
  withdrawnEvent,
} from './notification.mapper';
import { NotificationRepository } from './notification.repository';
import { isMutable, type Recipient, withoutMuted } from './notification.rules';
import type { NotificationDocument } from './notification.schema';

type NotificationOrigin = Pick<NotificationSource, 'space' | 'cause' | 'eventId'>;

const NEVER = new Date(0);
const MAX_PEOPLE = 20_000;

/** Creates notifications for their recipients, and withdraws them when the cause is undone. */
@Injectable()
export class NotificationDispatcher {
  /** Staff that are no integrations, which never changes. */
  private readonly people = new Set<string>();

  constructor(
    private readonly notifications: NotificationRepository,
    private readonly inboxes: InboxRepository,
    private readonly preferences: PreferenceService,
    private readonly mails: NotificationMailService,
    private readonly follows: FollowService,
    private readonly directory: Directory,
  ) {}

  /**
   * Notifies recipients as they chose. Safe to repeat: an event notifies a staff member once, and
   * the mail has the notification's id.
   */
  async dispatch(source: NotificationSource, wanted: readonly Recipient[]): Promise<void> {
    const { space } = source;
    const unmuted = wanted.some(isMutable)
      ? withoutMuted(wanted, await this.follows.findMutersOfPost(space, source.postId))
      : wanted;
    if (unmuted.length === 0) return;
    const recipients = await this.withoutIntegrations(space, unmuted);
    if (recipients.length === 0) return;
    const chosen = await this.preferences.findOf(
      space,
      recipients.map(({ staffId }) => staffId),
    );
    const entries = entriesOf(source, recipients, (staffId, kind) =>
      preferenceOf(chosen.get(staffId), kind),
    );
    await this.notifications.insertMissing(space, entries);
    for (const { document, mailKind } of entries) {
      if (document.mail !== 'now') continue;
      const locale = chosen.get(document.staffId)?.locale ?? 'ja';
      await this.mails.mailNow(space, { id: document.id, kind: mailKind, locale });
    }
  }

  /** Nobody reads what is addressed to an integration. */
  private async withoutIntegrations(
    space: string,
    recipients: readonly Recipient[],
  ): Promise<readonly Recipient[]> {
    const keyOf = (staffId: string) => `${space}/${staffId}`;
    const asked = recipients.filter(({ staffId }) => !this.people.has(keyOf(staffId)));
    if (asked.length === 0) return recipients;
    const known = await this.directory.findStaffs(
      space,
      asked.map(({ staffId }) => staffId),
    );
    if (this.people.size >= MAX_PEOPLE) this.people.clear();
    for (const { id, integration } of known.values()) {
      if (!integration) this.people.add(keyOf(id));
    }
    return recipients.filter(({ staffId }) => !known.get(staffId)?.integration);
  }

  /**
   * Withdraws all notifications about a deleted post or comment, read or not: their target no
   * longer exists.
   */
  async withdrawTarget(space: string, postId: string, commentId: string | null): Promise<void> {
    let found: NotificationDocument[];
    do {
      found = await this.notifications.findAboutTarget(space, postId, commentId);
      await this.withdrawAll(space, found, { evenRead: true, restorable: true });
    } while (found.length > 0);
  }

  /**
   * Returns what `withdrawTarget` withdrew: the deletion was undone. `findGone` says which comments
   * stay deleted. Safe to repeat.
   */
  async restoreTarget(
    space: string,
    postId: string,
    commentId: string | null,
    findGone: (commentIds: string[]) => Promise<Set<string>> = async () => new Set(),
  ): Promise<void> {
    let after = '';
    for (;;) {
      const found = await this.notifications.findRestorable(space, { postId, commentId }, after);
      if (found.length === 0) return;
      after = found.at(-1)!.id;
      const gone = await findGone(found.flatMap((one) => one.commentId ?? []));
      await Promise.all(
        found
          .filter((notification) => !notification.commentId || !gone.has(notification.commentId))
          .map(({ id }) => this.restore(space, id)),
      );
    }
  }

  private restore(space: string, id: string) {
    return this.notifications.change(space, id, (current, next) => {
      if (!current.restorable) return null;
      const { listed } = current.restorable;
      return {
        set: { withdrawn: false, listed, restorable: null },
        events: listed ? [restoredEvent(current, next.version)] : [],
      };
    });
  }

  /** Staff already notified of the cause and not withdrawn; toggling must not notify again. */
  async notifiedOf(origin: NotificationOrigin): Promise<Set<string>> {
    return new Set((await this.findEarlier(origin)).map(({ staffId }) => staffId));
  }

  /**
   * Notifications of the cause that are not withdrawn. Without those of an interrupted attempt of the
   * same event: their mail may be missing.
   */
  async findEarlier({
    space,
    cause,
    eventId,
  }: NotificationOrigin): Promise<NotificationDocument[]> {
    const found = await this.notifications.findOfCause(space, cause);
    return found.filter(({ id, staffId }) => id !== notificationId(eventId, staffId));
  }

  /** Reads the notifications that these staff have of a cause. */
  async readOf(space: string, cause: string, staffIds: readonly string[]): Promise<void> {
    const found = await this.notifications.findOfCause(space, cause);
    await Promise.all(
      found
        .filter(({ staffId, read }) => !read && staffIds.includes(staffId))
        .map(({ id }) =>
          this.notifications.change(space, id, (current, next) =>
            current.read
              ? null
              : { set: { read: true }, events: [readEvent(current, next.version)] },
          ),
        ),
    );
  }

  /**
   * Withdraws unread notifications of a cause; `only` narrows them. Those of a deleted post or comment do
   * not return with it: its restoration may be told later than this.
   */
  async withdraw(
    space: string,
    cause: string,
    only: { staffId?: string; kind?: string } = {},
  ): Promise<void> {
    const [listed, restorable] = await Promise.all([
      this.notifications.findOfCause(space, cause),
      this.notifications.findRestorableOfCause(space, cause),
    ]);
    const found = [...listed, ...restorable].filter(
      ({ staffId, kind }) =>
        (only.staffId === undefined || staffId === only.staffId) &&
        (only.kind === undefined || kind === only.kind),
    );
    await this.withdrawAll(space, found);
  }

  /** Withdraws notifications, read or not, in whose place new ones come. */
  async supersede(space: string, found: readonly NotificationDocument[]): Promise<void> {
    await this.withdrawAll(space, found, { evenRead: true });
  }

  private async withdrawAll(
    space: string,
    found: readonly NotificationDocument[],
    { evenRead = false, restorable = false } = {},
  ): Promise<void> {
    const readBefore = await this.inboxes.findReadBeforeOf(
      space,
      found.map(({ staffId }) => staffId),
    );
    // Concurrent changes share their commands.
    await Promise.all(
      found.map(({ id, staffId }) =>
        this.notifications.change(space, id, (current, next) => {
          const read = current.read || current.createdAt <= (readBefore.get(staffId) ?? NEVER);
          if (read && !evenRead) return null;
          if (current.withdrawn) {
            return current.restorable && !restorable ? { set: { restorable: null } } : null;
          }
          return {
            set: {
              withdrawn: true,
              listed: false,
              ...(restorable ? { restorable: { listed: current.listed } } : {}),
            },
            events: current.listed ? [withdrawnEvent(current, next.version)] : [],
          };
        }),
      ),
    );
  }
}
