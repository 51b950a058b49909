import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { Directory } from '@engawa/directory';
import { OnEvent, type EventOf } from '@engawa/events';
import { notificationsForMustRead } from '../notification/notification.rules';
import { NotificationDispatcher } from '../notification/notification-dispatcher.service';
import { ParticipationRepository } from '../participation/participation.repository';
import { ThreadRepository } from './thread.repository';
import type { ThreadDocument } from './thread.schema';
import { ThreadService } from './thread.service';

type PostEvent = EventOf<(typeof events)['postCreated' | 'postUpdated']>;

/** Updates the copies of posts. */
@Controller()
export class PostListener {
  constructor(
    private readonly threads: ThreadService,
    private readonly repository: ThreadRepository,
    private readonly dispatcher: NotificationDispatcher,
    private readonly participations: ParticipationRepository,
    private readonly directory: Directory,
  ) {}

  @OnEvent([events.postCreated, events.postUpdated], { batch: { max: 100 } })
  async onPosts(list: PostEvent[]): Promise<void> {
    await Promise.all(list.map((event) => this.onPost(event)));
  }

  private async onPost(event: PostEvent): Promise<void> {
    const { space, version, data } = event;
    const known = await this.repository.findById(space, data.postId);
    // Before the copy says that the post is back: after a crash in between, it is repeated.
    if (known?.gone && version > known.version) {
      await this.dispatcher.restoreTarget(space, data.postId, null, (commentIds) =>
        this.participations.findGone(space, commentIds),
      );
    }
    if (!known || version > known.version) await this.notifyOfMustRead(event, known);
    await this.threads.put(space, version, data);
  }

  /** All staff once for each post, however often it becomes a must-read (TML-1). */
  private async notifyOfMustRead(
    { name, space, data }: PostEvent,
    known: ThreadDocument | null,
  ): Promise<void> {
    const { postId, ownerId, memo, mustRead } = data;
    const cause = `mustRead/${postId}`;
    if (!mustRead) {
      if (known?.mustRead) await this.dispatcher.withdraw(space, cause);
      return;
    }
    const { confirmedBy } = mustRead;
    if (known?.mustRead) {
      if (confirmedBy.length > 0) await this.dispatcher.readOf(space, cause, confirmedBy);
      return;
    }
    // Of an older post that is unknown here, it is not known since when it is a must-read.
    if (data.imported || (!known && name !== events.postCreated.name)) return;
    const staffs = await this.directory.listStaffs(space);
    await this.dispatcher.dispatch(
      { eventId: cause, space, actorId: ownerId, cause, postId, commentId: null, memo },
      notificationsForMustRead({ ownerId, confirmedBy, staffs }),
    );
  }

  @OnEvent(events.postDeleted)
  async onDeleted({ space, version, data }: EventOf<typeof events.postDeleted>): Promise<void> {
    await this.repository.projectUpsert(space, data.postId, version, { gone: true });
  }
}
