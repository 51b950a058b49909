import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import type { ListNotificationGroupsQuery, NotificationGroup, StaffRef } from '@engawa/contracts';
import { decodeCursor, encodeCursor } from '@engawa/persistence';
import { InboxRepository } from '../inbox/inbox.repository';
import { NameService } from '../name/name.service';
import { notificationOf } from '../notification/notification.mapper';
import { NotificationRepository } from '../notification/notification.repository';
import type { NotificationDocument } from '../notification/notification.schema';

/** Counts stop here. */
const COUNT_LIMIT = 100;
const MAX_ACTORS = 3;
/** Entries read for the latest actors. */
const RECENT_ENTRIES = 10;
const SCOPE = { list: 'notification-groups', filter: {} };

interface Place {
  createdAt: Date;
  id: string;
}

/** Notifications grouped by post. */
@Injectable()
export class GroupService {
  constructor(
    private readonly notifications: NotificationRepository,
    private readonly inboxes: InboxRepository,
    private readonly names: NameService,
  ) {}

  /**
   * The post with the newest notification first. A post is listed at its newest notification, so
   * older ones of posts on earlier pages are skipped.
   */
  async list({ space, staffId }: CurrentStaff, query: ListNotificationGroupsQuery) {
    const readBefore = await this.inboxes.findReadBefore(space, staffId);
    const start = query.cursor ? placeOf(query.cursor) : null;
    const heads = await this.findHeads(space, staffId, start, query.limit + 1);
    const shown = heads.slice(0, query.limit);
    const last = shown.at(-1);
    return {
      items: await Promise.all(shown.map((head) => this.groupOf(space, staffId, head, readBefore))),
      nextCursor:
        heads.length > query.limit && last
          ? encodeCursor(SCOPE, { direction: 'next', values: [last.createdAt, last.id] })
          : null,
      previousCursor: null,
    };
  }

  /** The newest notification of each post, after a position. */
  private async findHeads(
    space: string,
    staffId: string,
    start: Place | null,
    howMany: number,
  ): Promise<NotificationDocument[]> {
    const heads: NotificationDocument[] = [];
    const seen = new Set<string>();
    let place = start;
    for (;;) {
      const batch = await this.notifications.findAfter(space, staffId, place, howMany * 3);
      for (const found of batch) {
        if (seen.has(found.postId)) continue;
        seen.add(found.postId);
        if (
          start &&
          (await this.notifications.isNotifiedLater(space, staffId, found.postId, found))
        ) {
          continue;
        }
        heads.push(found);
        if (heads.length === howMany) return heads;
      }
      const end = batch.at(-1);
      if (!end || batch.length < howMany * 3) return heads;
      place = end;
    }
  }

  private async groupOf(
    space: string,
    staffId: string,
    head: NotificationDocument,
    readBefore: Date,
  ): Promise<NotificationGroup> {
    const { postId } = head;
    const [count, unreadCount, recent] = await Promise.all([
      this.notifications.countOfPost(space, staffId, postId, { atMost: COUNT_LIMIT }),
      this.notifications.countOfPost(space, staffId, postId, {
        atMost: COUNT_LIMIT,
        unreadAfter: readBefore,
      }),
      this.notifications.findLatestOfPost(space, staffId, postId, RECENT_ENTRIES),
    ]);
    const actorIds = [...new Set(recent.flatMap(({ actorId }) => (actorId ? [actorId] : [])))];
    const staffOf = await this.names.staffOf(space, actorIds);
    const actors: StaffRef[] = actorIds.slice(0, MAX_ACTORS).map(staffOf);
    return {
      postId,
      latest: notificationOf(head, readBefore, staffOf),
      count: Math.max(1, count),
      unreadCount,
      actors,
    };
  }
}

function placeOf(cursor: string): Place {
  const [createdAt, id] = decodeCursor(SCOPE, cursor, ['date', 'string']).values;
  return { createdAt: createdAt as Date, id: id as string };
}
