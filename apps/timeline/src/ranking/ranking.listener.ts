import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { type EventOf, OnEvent } from '@engawa/events';
import { RankingService } from './ranking.service';

/** Keeps the counters in step with the posts: each event counts once, however often it comes. */
@Controller()
export class RankingListener {
  constructor(private readonly ranking: RankingService) {}

  @OnEvent(events.postCreated, events.postUpdated, events.postDeleted)
  async onPost(event: EventOf<typeof events.postDeleted>): Promise<void> {
    const { tally } = event.data;
    if (tally) await this.ranking.add(event.space, event.id, tally);
  }
}
