import { Controller } from '@nestjs/common';
import { events, type Ranking, rankingAnswer } from '@engawa/contracts';
import { type EventOf, OnEvent, OnQuestion } from '@engawa/events';
import { projectorOf } from '@engawa/service-kit';
import { RankingService } from './ranking.service';

const project = projectorOf(rankingAnswer);

/** Updates the counters from events of posts; each event counts once. */
@Controller()
export class RankingListener {
  constructor(private readonly ranking: RankingService) {}

  @OnEvent([events.postCreated, events.postUpdated, events.postDeleted], { lists: true })
  async onPosts(list: EventOf<typeof events.postDeleted>[]): Promise<void> {
    await this.ranking.add(
      list.flatMap(({ space, id, data }) => (data.tally ? [{ space, id, tally: data.tally }] : [])),
    );
  }

  /** As `getRanking` answers, for the gateway, which sends it to all readers of a space at once. */
  @OnQuestion('timeline.findRanking')
  async findRanking({ space }: { space: string }): Promise<Ranking> {
    return project(await this.ranking.current(space)) as Ranking;
  }
}
