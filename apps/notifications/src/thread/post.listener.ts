import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { OnEvent, type EventOf } from '@engawa/events';
import { NotificationDispatcher } from '../notification/notification-dispatcher.service';
import { ParticipationRepository } from '../participation/participation.repository';
import { ThreadRepository } from './thread.repository';
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
  ) {}

  @OnEvent([events.postCreated, events.postUpdated], { batch: { max: 100 } })
  async onPosts(list: PostEvent[]): Promise<void> {
    await Promise.all(list.map((event) => this.onPost(event)));
  }

  private async onPost({ space, version, data }: PostEvent): Promise<void> {
    const known = await this.repository.findById(space, data.postId);
    // Before the copy says that the post is back: after a crash in between, it is repeated.
    if (known?.gone && version > known.version) {
      await this.dispatcher.restoreTarget(space, data.postId, null, (commentIds) =>
        this.participations.findGone(space, commentIds),
      );
    }
    await this.threads.put(space, version, data);
  }

  @OnEvent(events.postDeleted)
  async onDeleted({ space, version, data }: EventOf<typeof events.postDeleted>): Promise<void> {
    await this.repository.projectUpsert(space, data.postId, version, { gone: true });
  }
}
