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

/** Unread notifications of a post per request; more stay for the next. */
const POST_LIMIT = 200;
/** Batch size when the moment of "all read" is moved back. */
const UNMARKED_LIMIT = 50;
/** A comment may notify several hundred staff. */
const CAUSE_LIMIT = 1_000;
/** A digest lists the newest and counts the rest up to here. */
const DIGEST_LIMIT = 200;

type Entry = { document: NewDocument<NotificationDocument>; events: EventEnvelope[] };

@Injectable()
export class NotificationRepository extends SpaceRepository<NotificationDocument> {
  constructor(@InjectStore(notificationSchema) store: Store<NotificationDocument>) {
    super(store);
  }

  /** Inserts missing notifications; those of a repeated event stay unchanged. */
  async insertMissing(space: string, entries: readonly Entry[]): Promise<void> {
    if (entries.length === 0) return;
    try {
      // A single recipient shares the batch with recipients of other events.
      const [{ document, events }] = entries as [Entry];
      if (entries.length === 1) await this.insert(space, document, events);
      else await this.insertMany(space, entries);
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
      for (const { document, events } of entries) {
        await this.insert(space, document, events).catch((again: unknown) => {
          if (!(again instanceof DuplicateKey)) throw again;
        });
      }
    }
  }

  /** Newest first. `unreadAfter` excludes read ones: read singly, or all at that time. */
  findListPage(
    space: string,
    staffId: string,
    page: { cursor?: string; limit: number; unreadAfter?: Date },
  ): Promise<Page<NotificationDocument>> {
    const { cursor, limit, unreadAfter } = page;
    return this.findPage(space, {
      list: 'notifications',
      filter: unreadAfter ? unreadFilter(staffId, unreadAfter) : { staffId, listed: true },
      sort: { field: 'createdAt', kind: 'date', direction: -1 },
      limit,
      cursor: cursor ?? null,
    });
  }

  /** Number of unread ones, up to `atMost`. */
  countUnread(space: string, staffId: string, after: Date, atMost: number): Promise<number> {
    return this.store.count({ space, ...unreadFilter(staffId, after) }, { limit: atMost });
  }

  /** The newest first. */
  findUnreadMentions(
    space: string,
    staffId: string,
    after: Date,
    limit: number,
  ): Promise<NotificationDocument[]> {
    const query = this.mentionQuery(space, staffId, after, limit);
    return query.exec() as Promise<NotificationDocument[]>;
  }

  /** The query of `findUnreadMentions`, to test its plan. */
  mentionQuery(space: string, staffId: string, after: Date, limit: number) {
    return this.query(
      space,
      { ...unreadFilter(staffId, after), kind: 'mention' },
      { sort: { createdAt: -1, id: -1 }, limit, hint: 'mentions' },
    );
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

  /** Those of a stretch of time that are not marked as read one by one, some at a time. */
  findUnmarked(
    space: string,
    staffId: string,
    { from, until }: { from: Date; until: Date },
  ): Promise<NotificationDocument[]> {
    const createdAt = { $gte: from, $lte: until };
    return this.find(
      space,
      { staffId, listed: true, read: false, createdAt },
      { sort: { createdAt: -1, id: -1 }, limit: UNMARKED_LIMIT },
    );
  }

  /** Notifications of a cause that are not withdrawn, of all staff. */
  findOfCause(space: string, cause: string): Promise<NotificationDocument[]> {
    const filter = { cause, withdrawn: false };
    return this.find(space, filter, { limit: CAUSE_LIMIT });
  }

  /** Those of the cause that were withdrawn with their post or comment. */
  findRestorableOfCause(space: string, cause: string): Promise<NotificationDocument[]> {
    const filter = { cause, withdrawn: true, restorable: { $ne: null } };
    return this.find(space, filter, { limit: CAUSE_LIMIT });
  }

  /** Listed ones after a position (or from the start), newest first. */
  findAfter(
    space: string,
    staffId: string,
    place: { createdAt: Date; id: string } | null,
    limit: number,
  ): Promise<NotificationDocument[]> {
    const beyond = place && {
      createdAt: { $lte: place.createdAt },
      $or: [{ createdAt: { $lt: place.createdAt } }, { id: { $lt: place.id } }],
    };
    return this.find(
      space,
      { staffId, listed: true, ...beyond },
      { sort: { createdAt: -1, id: -1 }, limit },
    );
  }

  /**
   * Notifications about a post and everything below it, or about one comment; of all staff, a batch
   * at a time.
   */
  findAboutTarget(
    space: string,
    postId: string,
    commentId: string | null,
  ): Promise<NotificationDocument[]> {
    const filter = { postId, withdrawn: false, ...(commentId === null ? {} : { commentId }) };
    return this.find(space, filter, { limit: CAUSE_LIMIT, hint: 'target' });
  }

  /** Those of `findAboutTarget` that were withdrawn with the post or comment, by id, after one. */
  findRestorable(
    space: string,
    { postId, commentId }: Pick<NotificationDocument, 'postId' | 'commentId'>,
    afterId: string,
  ): Promise<NotificationDocument[]> {
    const target = { postId, ...(commentId === null ? {} : { commentId }) };
    const filter = { ...target, withdrawn: true, id: { $gt: afterId }, restorable: { $ne: null } };
    return this.find(space, filter, { sort: { id: 1 }, limit: CAUSE_LIMIT, hint: 'target' });
  }

  /** Whether a newer notification about the post exists after a position. */
  async isNotifiedLater(
    space: string,
    staffId: string,
    postId: string,
    place: { createdAt: Date; id: string },
  ): Promise<boolean> {
    const { createdAt, id } = place;
    const filter = {
      staffId,
      postId,
      listed: true,
      createdAt: { $gte: createdAt },
      $or: [{ createdAt: { $gt: createdAt } }, { id: { $gt: id } }],
    };
    return (await this.findOne(space, filter)) !== null;
  }

  findLatestOfPost(
    space: string,
    staffId: string,
    postId: string,
    limit: number,
  ): Promise<NotificationDocument[]> {
    const sort = { createdAt: -1, id: -1 } as const;
    return this.find(space, { staffId, postId, listed: true }, { sort, limit });
  }

  /** Counts up to `atMost`; `unreadAfter` excludes read ones. */
  countOfPost(
    space: string,
    staffId: string,
    postId: string,
    { atMost, unreadAfter }: { atMost: number; unreadAfter?: Date },
  ): Promise<number> {
    const filter = unreadAfter ? unreadFilter(staffId, unreadAfter) : { staffId, listed: true };
    return this.store.count({ space, ...filter, postId }, { limit: atMost });
  }

  /** Unread ones waiting for the digest, newest first. */
  findForDigest(
    space: string,
    staffId: string,
    { after, until }: { after: Date; until: Date },
  ): Promise<NotificationDocument[]> {
    return this.find(
      space,
      {
        staffId,
        mail: 'digest',
        createdAt: { $gt: after, $lte: until },
        withdrawn: false,
        read: false,
      },
      { sort: { createdAt: -1 }, limit: DIGEST_LIMIT, hint: 'digest' },
    );
  }
}

function unreadFilter(staffId: string, after: Date) {
  return { staffId, listed: true, read: false, createdAt: { $gt: after } };
}
