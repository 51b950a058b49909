import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { OnEvent, type EventOf } from '@engawa/events';
import { TalkService } from './talk.service';

@Controller()
export class TalkListener {
  constructor(private readonly talks: TalkService) {}

  @OnEvent(events.postCreated, events.postUpdated)
  async onPost(event: EventOf<typeof events.postCreated>): Promise<void> {
    await this.talks.apply(event.space, {
      id: event.data.postId,
      version: event.version,
      memberIds: event.data.memberIds,
      talkedAt: new Date(event.data.talkedAt),
    });
  }

  @OnEvent(events.postDeleted)
  async onPostDeleted(event: EventOf<typeof events.postDeleted>): Promise<void> {
    await this.talks.apply(event.space, {
      id: event.data.postId,
      version: event.version,
      memberIds: [],
      talkedAt: null,
    });
  }
}
