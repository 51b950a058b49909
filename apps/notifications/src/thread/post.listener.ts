import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { OnEvent, type EventOf } from '@engawa/events';
import { ThreadRepository } from './thread.repository';
import { ThreadService } from './thread.service';

type PostEvent = EventOf<(typeof events)['postCreated' | 'postUpdated']>;

/** Updates the copies of posts. */
@Controller()
export class PostListener {
  constructor(
    private readonly threads: ThreadService,
    private readonly repository: ThreadRepository,
  ) {}

  @OnEvent([events.postCreated, events.postUpdated], { batch: { max: 100 } })
  async onPosts(list: PostEvent[]): Promise<void> {
    await Promise.all(
      list.map(({ space, version, data }) => this.threads.put(space, version, data)),
    );
  }

  @OnEvent(events.postDeleted)
  async onDeleted({ space, version, data }: EventOf<typeof events.postDeleted>): Promise<void> {
    await this.repository.projectUpsert(space, data.postId, version, { gone: true });
  }
}
