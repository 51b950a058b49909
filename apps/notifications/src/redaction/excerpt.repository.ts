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
