import { Controller } from '@nestjs/common';
import { type DataOf, events } from '@engawa/contracts';
import { type EventOf, OnEvent } from '@engawa/events';
import { RankingService } from './ranking.service';

/** Keeps the tallies in step with the posts; counting twice is harmless. */
@Controller()
export class RankingListener {
  constructor(private readonly ranking: RankingService) {}

  @OnEvent(events.postCreated, events.postUpdated, events.postDeleted)
  async onPost(event: EventOf<typeof events.postDeleted>): Promise<void> {
    const { issue } = event.data as Partial<DataOf<typeof events.postUpdated>>;
    const before = issue?.previouslySolvedBy;
    const previousSolverId = before?.kind === 'staff' ? before.id : null;
    await this.ranking.follow(event.space, event.data.postId, previousSolverId);
  }
}
