import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import type { ListNotificationsQuery, MarkNotificationsReadInput } from '@engawa/contracts';
import { InboxRepository } from '../inbox/inbox.repository';
import { NameService } from '../name/name.service';
import { NotificationNotFound } from './notification.errors';
import {
  allReadEvent,
  isUnread,
  notificationOf,
  readEvent,
  unreadEvent,
} from './notification.mapper';
import { NotificationRepository } from './notification.repository';
import type { NotificationDocument } from './notification.schema';

/** The badge shows 9+ above nine; counting further would only cost. */
const UNREAD_COUNT_LIMIT = 100;
/** Staff whose inbox position is cached. */
const MAX_CACHED_INBOXES = 10_000;
const NEVER = new Date(0);

/** Reads and marks the caller's own notifications (NTF-2). */
@Injectable()
export class NotificationService {
  private readonly readBefores = new Map<string, Date>();

  constructor(
    private readonly notifications: NotificationRepository,
    private readonly inboxes: InboxRepository,
    private readonly names: NameService,
  ) {}

  async list({ space, staffId }: CurrentStaff, query: ListNotificationsQuery) {
    const readBefore = await this.inboxes.findReadBefore(space, staffId);
    const { items, ...cursors } = await this.notifications.findListPage(space, staffId, {
      cursor: query.cursor,
      limit: query.limit,
      ...(query.unread === 'true' ? { unreadAfter: readBefore } : {}),
    });
    return { items: await this.shown(space, items, readBefore), ...cursors };
  }

  /** Exact below `UNREAD_COUNT_LIMIT`; the limit means that many or more. */
  async countUnread({ space, staffId }: CurrentStaff): Promise<{ count: number }> {
    const countAfter = (moment: Date) =>
      this.notifications.countUnread(space, staffId, moment, UNREAD_COUNT_LIMIT);
    const key = `${space}/${staffId}`;
    // The inbox position rarely changes: count from the cached one while it is looked up, and again
    // only if it moved.
    const last = this.readBefores.get(key) ?? NEVER;
    const [readBefore, count] = await Promise.all([
      this.inboxes.findReadBefore(space, staffId),
      countAfter(last),
    ]);
    if (readBefore.getTime() === last.getTime()) return { count };
    if (this.readBefores.size >= MAX_CACHED_INBOXES) this.readBefores.clear();
    this.readBefores.set(key, readBefore);
    return { count: await countAfter(readBefore) };
  }

  /** Throws `NotificationNotFound` unless it is the caller's own. Reading twice changes nothing. */
  async readOne({ space, staffId }: CurrentStaff, notificationId: string) {
    const readBefore = await this.inboxes.findReadBefore(space, staffId);
    const result = await this.notifications.change(space, notificationId, (found, next) => {
      if (found.staffId !== staffId || !found.listed) throw new NotificationNotFound();
      if (!isUnread(found, readBefore)) return null;
      return { set: { read: true }, events: [readEvent(found, next.version)] };
    });
    if (!result) throw new NotificationNotFound();
    const [shown] = await this.shown(space, [result.document], readBefore);
    return shown!;
  }

  /** Marks all as read, or those about one post; returns how many are left. */
  async readMany(staff: CurrentStaff, { postId }: MarkNotificationsReadInput) {
    if (postId === undefined) await this.readAll(staff);
    else await this.readOfPost(staff, postId);
    return this.countUnread(staff);
  }

  /**
   * Makes the latest notification about a post unread again; returns the unread count. Throws
   * `NotificationNotFound` if the staff member has none about the post.
   */
  async markUnread(staff: CurrentStaff, postId: string) {
    const { space, staffId } = staff;
    const [latest] = await this.notifications.findLatestOfPost(space, staffId, postId, 1);
    if (!latest) throw new NotificationNotFound();
    const readBefore = await this.inboxes.findReadBefore(space, staffId);
    if (latest.createdAt <= readBefore) await this.markReadOneByOne(staff, latest, readBefore);
    await this.notifications.change(space, latest.id, (found, next) => {
      const events = [unreadEvent(found, next.version)];
      return found.read || latest.createdAt <= readBefore ? { set: { read: false }, events } : null;
    });
    return this.countUnread(staff);
  }

  /**
   * Moves the moment up to which everything is read to just before a notification. Notifications
   * that only that moment marked as read are marked individually first, so that they stay read even
   * if this is interrupted.
   */
  private async markReadOneByOne(
    { space, staffId }: CurrentStaff,
    latest: NotificationDocument,
    readBefore: Date,
  ): Promise<void> {
    const { createdAt, id } = latest;
    for (;;) {
      const range = { from: createdAt, until: readBefore };
      const found = await this.notifications.findUnmarked(space, staffId, range);
      const others = found.filter((other) => other.id !== id);
      if (others.length === 0) break;
      await Promise.all(
        others.map((other) =>
          this.notifications.change(space, other.id, ({ read }) =>
            read ? null : { set: { read: true } },
          ),
        ),
      );
    }
    await this.inboxes.moveBack(space, staffId, new Date(createdAt.getTime() - 1));
  }

  private async readAll(staff: CurrentStaff): Promise<void> {
    if ((await this.countUnread(staff)).count === 0) return;
    const { space, staffId } = staff;
    await this.inboxes.readAll(space, staffId, new Date(), (version) =>
      allReadEvent(space, staffId, version),
    );
  }

  private async readOfPost({ space, staffId }: CurrentStaff, postId: string): Promise<void> {
    const readBefore = await this.inboxes.findReadBefore(space, staffId);
    const unread = await this.notifications.findUnreadOfPost(space, staffId, postId, readBefore);
    await Promise.all(
      unread.map(({ id }) =>
        this.notifications.change(space, id, (found, next) =>
          isUnread(found, readBefore)
            ? { set: { read: true }, events: [readEvent(found, next.version)] }
            : null,
        ),
      ),
    );
  }

  private async shown(space: string, documents: NotificationDocument[], readBefore: Date) {
    const staffOf = await this.names.staffOf(
      space,
      documents.flatMap(({ actorId }) => (actorId ? [actorId] : [])),
    );
    return documents.map((document) => notificationOf(document, readBefore, staffOf));
  }
}
