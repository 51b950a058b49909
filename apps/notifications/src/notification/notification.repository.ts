import { Injectable } from '@nestjs/common';
import type { EventEnvelope } from '@engawa/contracts';
import {
  DuplicateKey,
  InjectStore,
  SpaceRepository,
  type NewDocument,
  type Page,
  type Store,
} from '@engawa/persistence';
import { notificationSchema, type NotificationDocument } from './notification.schema';

/** Unread ones of a post that one request reads; more stay for the next. */
const POST_LIMIT = 200;
/** One comment may tell several hundred staff. */
const CAUSE_LIMIT = 1_000;

type Entry = { document: NewDocument<NotificationDocument>; events: EventEnvelope[] };

@Injectable()
export class NotificationRepository extends SpaceRepository<NotificationDocument> {
  constructor(@InjectStore(notificationSchema) store: Store<NotificationDocument>) {
    super(store);
  }

  /** Writes those that do not exist yet; what a repeated event brings again is left as it is. */
  async insertMissing(space: string, entries: readonly Entry[]): Promise<void> {
    if (entries.length === 0) return;
    try {
      await this.insertMany(space, entries);
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
      for (const { document, events } of entries) {
        await this.insert(space, document, events).catch((again: unknown) => {
          if (!(again instanceof DuplicateKey)) throw again;
        });
      }
    }
  }

  /** Newest first. `unreadAfter` leaves out what was read one by one, or all at that time. */
  findListPage(
    space: string,
    staffId: string,
    page: { cursor?: string; limit: number; unreadAfter?: Date },
  ): Promise<Page<NotificationDocument>> {
    const { cursor, limit, unreadAfter } = page;
    return this.findPage(space, {
      list: 'notifications',
      filter: unreadAfter ? unreadFilter(staffId, unreadAfter) : { staffId, withdrawn: false },
      sort: { field: 'createdAt', kind: 'date', direction: -1 },
      limit,
      cursor: cursor ?? null,
    });
  }

  /** Unread ones, counted no further than `atMost`. */
  countUnread(space: string, staffId: string, after: Date, atMost: number): Promise<number> {
    return this.store.model
      .countDocuments({ space, ...unreadFilter(staffId, after) } as never, { limit: atMost })
      .exec();
  }

  findUnreadOfPost(
    space: string,
    staffId: string,
    postId: string,
    after: Date,
  ): Promise<NotificationDocument[]> {
    const filter = { ...unreadFilter(staffId, after), postId };
    return this.find(space, filter, { limit: POST_LIMIT });
  }

  /** Whatever a cause brought about and was not withdrawn, of all staff. */
  findOfCause(space: string, cause: string): Promise<NotificationDocument[]> {
    const filter = { cause, withdrawn: false };
    return this.find(space, filter, { limit: CAUSE_LIMIT });
  }
}

function unreadFilter(staffId: string, after: Date) {
  return { staffId, withdrawn: false, read: false, createdAt: { $gt: after } };
}
