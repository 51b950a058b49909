import { Injectable } from '@nestjs/common';
import { InboxRepository } from '../inbox/inbox.repository';
import { entriesOf, isUnread, withdrawnEvent, type News } from './notification.mapper';
import { NotificationRepository } from './notification.repository';
import type { Telling } from './notification.rules';

/** Writes down who is told, and takes it back where the cause is undone. */
@Injectable()
export class TellingService {
  constructor(
    private readonly notifications: NotificationRepository,
    private readonly inboxes: InboxRepository,
  ) {}

  /** Safe to repeat: an event tells a staff once. */
  tell(news: News, tellings: readonly Telling[]): Promise<void> {
    return this.notifications.insertMissing(news.space, entriesOf(news, tellings));
  }

  /** Whether the cause told the staff before and was not withdrawn; toggling shall not ring. */
  async wasTold(space: string, cause: string, staffId: string): Promise<boolean> {
    const found = await this.notifications.findOfCause(space, cause);
    return found.some((notification) => notification.staffId === staffId);
  }

  /** Takes back what is still unread of a cause; `only` narrows to some of them. */
  async withdraw(
    space: string,
    cause: string,
    only: { staffId?: string; kind?: string } = {},
  ): Promise<void> {
    const found = (await this.notifications.findOfCause(space, cause)).filter(
      ({ staffId, kind }) =>
        (only.staffId === undefined || staffId === only.staffId) &&
        (only.kind === undefined || kind === only.kind),
    );
    const readBefore = await this.inboxes.findReadBeforeOf(
      space,
      found.map(({ staffId }) => staffId),
    );
    for (const { id, staffId } of found) {
      await this.notifications.change(space, id, (current, next) =>
        isUnread(current, readBefore.get(staffId) ?? new Date(0))
          ? { set: { withdrawn: true }, events: [withdrawnEvent(current, next.version)] }
          : null,
      );
    }
  }
}
