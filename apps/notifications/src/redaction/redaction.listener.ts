import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { OnEvent, type EventOf } from '@engawa/events';
import { excerptOf } from '../notification/notification.rules';
import {
  ActivityExcerptRepository,
  NotificationExcerptRepository,
  OpenTaskExcerptRepository,
} from './excerpt.repository';

/**
 * Replaces excerpts of content that lost the name of an erased member (MBR-5). Other edits leave
 * excerpts unchanged.
 */
@Controller()
export class RedactionListener {
  constructor(
    private readonly notifications: NotificationExcerptRepository,
    private readonly activities: ActivityExcerptRepository,
    private readonly tasks: OpenTaskExcerptRepository,
  ) {}

  @OnEvent(events.postUpdated, events.commentUpdated)
  async onRedacted({ space, data }: EventOf<typeof events.postUpdated>): Promise<void> {
    if (!data.redacted) return;
    const excerpt = excerptOf(data.memo);
    await this.notifications.replace(space, data, excerpt);
    await this.activities.replace(space, data, excerpt);
    await this.tasks.replace(space, data, excerpt);
  }
}
