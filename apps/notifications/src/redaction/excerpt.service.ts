import { Injectable } from '@nestjs/common';
import { excerptOf } from '../notification/notification.rules';
import {
  ActivityExcerptRepository,
  NotificationExcerptRepository,
  OpenTaskExcerptRepository,
  type Writing,
} from './excerpt.repository';

/** Excerpts of posts and comments, wherever this service stores them. */
@Injectable()
export class ExcerptService {
  constructor(
    private readonly notifications: NotificationExcerptRepository,
    private readonly activities: ActivityExcerptRepository,
    private readonly tasks: OpenTaskExcerptRepository,
  ) {}

  /** Replaces the excerpt of a text everywhere, without notifying again. */
  async replace(space: string, writing: Writing, memo: string): Promise<void> {
    const excerpt = excerptOf(memo);
    await this.notifications.replace(space, writing, excerpt);
    await this.activities.replace(space, writing, excerpt);
    await this.tasks.replace(space, writing, excerpt);
  }
}
