import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { OnEvent, type EventOf } from '@engawa/events';
import { TalkService } from './talk.service';

@Controller()
export class TalkListener {
  constructor(private readonly talks: TalkService) {}

  @OnEvent([events.postCreated, events.postUpdated], { lists: true })
  async onPost(list: EventOf<typeof events.postCreated>[]): Promise<void> {
    await Promise.all(
      list.map(({ space, version, data }) =>
        this.talks.apply(space, {
          id: data.postId,
          version,
          memberIds: data.memberIds,
          talkedAt: new Date(data.talkedAt),
        }),
      ),
    );
  }

  /** Merging, and undoing it, end with this too; these events come also after an interruption. */
  @OnEvent(events.memberDeleted, events.memberRestored)
  async onMerge({ space, data }: EventOf<typeof events.memberDeleted>): Promise<void> {
    await this.talks.refreshMerge(space, data.memberId);
  }

  @OnEvent([events.postDeleted], { lists: true })
  async onPostDeleted(list: EventOf<typeof events.postDeleted>[]): Promise<void> {
    await Promise.all(
      list.map(({ space, version, data }) =>
        this.talks.apply(space, { id: data.postId, version, memberIds: [], talkedAt: null }),
      ),
    );
  }
}
