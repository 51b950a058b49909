import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { Directory } from '@engawa/directory';
import { OnEvent, type EventOf } from '@engawa/events';
import { NotificationDispatcher } from '../notification/notification-dispatcher.service';
import type { NotificationDocument } from '../notification/notification.schema';
import { causeOf } from './post.listener';
import { ThreadService } from './thread.service';

type ReminderEvent = EventOf<typeof events.postReminded>;

/** Reminders to confirm a must-read post (TML-1). */
@Controller()
export class ConfirmationReminderListener {
  constructor(
    private readonly threads: ThreadService,
    private readonly dispatcher: NotificationDispatcher,
    private readonly directory: Directory,
  ) {}

  /**
   * Replaces the notification of each staff member who has not confirmed by an unread one, which is
   * mailed again.
   */
  @OnEvent(events.postReminded)
  async onReminded(event: ReminderEvent): Promise<void> {
    const { space, data } = event;
    const { postId, ownerId } = data;
    const thread = await this.threads.findForEvent(space, postId);
    if (!thread?.mustRead) return;
    // That of `PostListener`, which marks it as read when the post is confirmed.
    const origin = { space, cause: causeOf('mustRead', postId), eventId: event.id };
    const earlier = await this.dispatcher.findEarlier(origin);
    const missing = await this.staffToRemind(event, earlier);
    await this.dispatcher.supersede(
      space,
      earlier.filter(({ staffId }) => missing.has(staffId)),
    );
    await this.dispatcher.dispatch(
      {
        ...origin,
        ...{ postId, commentId: null, actorId: ownerId, memo: thread.excerpt },
        mailAs: 'mustReadReminder',
      },
      [...missing].map((staffId) => ({ staffId, kinds: ['mustRead'] })),
    );
  }

  /** Active staff who have not confirmed, without the writer and who sends the reminder. */
  private async staffToRemind(
    { space, actor, at, data: { ownerId, confirmedBy } }: ReminderEvent,
    earlier: readonly NotificationDocument[],
  ): Promise<Set<string>> {
    // A reminder that is applied late, or again, does not reach who confirmed meanwhile (they have read
    // it), nor who has a later notification.
    const since = new Date(at);
    const served = earlier.filter(
      ({ createdAt, read, updatedAt }) => createdAt > since || (read && updatedAt > since),
    );
    const others = new Set([
      ...[ownerId, actor, ...confirmedBy],
      ...served.map(({ staffId }) => staffId),
    ]);
    const staffs = await this.directory.listStaffs(space);
    return new Set(
      staffs.filter(({ id, deactivated }) => !deactivated && !others.has(id)).map(({ id }) => id),
    );
  }
}
