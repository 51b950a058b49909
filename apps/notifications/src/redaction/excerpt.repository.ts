import { Injectable } from '@nestjs/common';
import { InjectStore, SpaceRepository, type Filter, type Store } from '@engawa/persistence';
import { activitySchema, type ActivityDocument } from '../activity/activity.schema';
import { openTaskSchema, type OpenTaskDocument } from '../today/open-task.schema';
import { notificationSchema, type NotificationDocument } from '../notification/notification.schema';

/** A post or comment. */
export interface Writing {
  postId: string;
  commentId: string | null;
}

/** Notifications whose posts are read at once. */
const POST_BATCH = 200;

/** Excerpts of notifications. */
@Injectable()
export class NotificationExcerptRepository extends SpaceRepository<NotificationDocument> {
  constructor(@InjectStore(notificationSchema) store: Store<NotificationDocument>) {
    super(store);
  }

  /** Replaces the excerpt of a text everywhere, without notifying again. */
  async replace(space: string, { postId, commentId }: Writing, excerpt: string): Promise<void> {
    await this.updateMany(space, { postId, commentId } as Filter, { $set: { excerpt } });
  }

  /** Removes the excerpts of all withdrawn ones: undoing a deletion brings them back. */
  async clearWithdrawn(): Promise<void> {
    await this.acrossSpaces('an earlier version kept the texts of deleted posts').updateMany(
      { withdrawn: true, excerpt: { $ne: '' } },
      { $set: { excerpt: '' } },
    );
  }

  findSpaces(): Promise<string[]> {
    return this.acrossSpaces('an earlier version kept the texts of deleted posts').findSpaces();
  }

  /** Posts of notifications that are not withdrawn, by id, some at a time. */
  async findPostIds(space: string, after: string): Promise<string[]> {
    const found = await this.findOnly(
      space,
      ['postId'],
      { postId: { $gt: after }, withdrawn: false },
      { sort: { postId: 1 }, limit: POST_BATCH, hint: 'target' },
    );
    return [...new Set(found.map(({ postId }) => postId))];
  }
}

/** Excerpts of activities. */
@Injectable()
export class ActivityExcerptRepository extends SpaceRepository<ActivityDocument> {
  constructor(@InjectStore(activitySchema) store: Store<ActivityDocument>) {
    super(store);
  }

  async replace(space: string, { postId, commentId }: Writing, excerpt: string): Promise<void> {
    await this.updateMany(space, { postId, commentId } as Filter, { $set: { excerpt } });
  }
}

/** Excerpts of open tasks. */
@Injectable()
export class OpenTaskExcerptRepository extends SpaceRepository<OpenTaskDocument> {
  constructor(@InjectStore(openTaskSchema) store: Store<OpenTaskDocument>) {
    super(store);
  }

  async replace(space: string, { postId, commentId }: Writing, excerpt: string): Promise<void> {
    await this.updateMany(space, { postId, commentId } as Filter, { $set: { excerpt } });
  }
}
