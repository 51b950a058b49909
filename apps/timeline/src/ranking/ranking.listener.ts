import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { type EventOf, OnEvent } from '@engawa/events';
import { RankingService } from './ranking.service';

/** Updates the counters from events of posts; each event counts once. */
@Controller()
export class RankingListener {
  constructor(private readonly ranking: RankingService) {}

  @OnEvent([events.postCreated, events.postUpdated, events.postDeleted], { batch: { max: 100 } })
  async onPosts(list: EventOf<typeof events.postDeleted>[]): Promise<void> {
    await this.ranking.add(
      list.flatMap(({ space, id, data }) => (data.tally ? [{ space, id, tally: data.tally }] : [])),
    );
  }
}
