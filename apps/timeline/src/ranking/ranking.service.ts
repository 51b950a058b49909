import { Injectable } from '@nestjs/common';
import { events, type Ranking, RANKING_SIZE, type RankCountersAnswer } from '@engawa/contracts';
import { Directory } from '@engawa/directory';
import { newEvent } from '@engawa/events';
import { PostRepository } from '../post/post.repository';
import { DEFAULT_TIME_ZONE, monthBounds, monthOf } from './month.rules';
import { RankingRepository } from './ranking.repository';

/** Who wrote and solved how much (TML-13). Figures are counted anew, never added up. */
@Injectable()
export class RankingService {
  constructor(
    private readonly tallies: RankingRepository,
    private readonly posts: PostRepository,
    private readonly directory: Directory,
  ) {}

  /** The three with the most posts written this month; excluded staff are skipped. */
  async current(space: string): Promise<Ranking> {
    const month = monthOf(new Date(), await this.timeZone(space));
    const tallies = await this.tallies.findMonth(space, month);
    const staffs = await this.directory.findStaffs(
      space,
      tallies.map((tally) => tally.staffId),
    );
    const items = tallies
      .flatMap(({ staffId, post }) => {
        const staff = staffs.get(staffId);
        return staff && !staff.excludeFromRanking ? [{ staff, posts: post }] : [];
      })
      .slice(0, RANKING_SIZE)
      .map((item, index) => ({ place: index + 1, ...item }));
    return { month, items };
  }

  /** The source's rank counters, over all months. */
  async counters(space: string): Promise<RankCountersAnswer> {
    const sums = await this.tallies.sumByStaff(space);
    return { items: sums.map(({ staffId, ...rank }) => ({ staffId, rank })) };
  }

  /** Counts what a post counts towards: its writer's month, and those who solved it. */
  async follow(space: string, postId: string, previousSolverId: string | null): Promise<void> {
    const post = await this.posts.findById(space, postId);
    if (!post) return;
    const timeZone = await this.timeZone(space);
    const month = monthOf(post.createdAt, timeZone);
    const concerned = new Set([post.ownerId, post.solverId, previousSolverId]);
    for (const staffId of concerned) {
      if (staffId) await this.recount(space, month, staffId, timeZone);
    }
  }

  private async recount(
    space: string,
    month: string,
    staffId: string,
    timeZone: string,
  ): Promise<void> {
    const { from, to } = monthBounds(month, timeZone);
    const [written, resolved] = await Promise.all([
      this.posts.countWritten(space, staffId, from, to),
      this.posts.countSolved(space, staffId, from, to),
    ]);
    const top = await this.tallies.findMonth(space, month, TOLD_OF);
    const moves = movesTop(top, staffId, written.post);
    await this.tallies.put(space, month, staffId, { ...written, resolved }, (version) =>
      !moves
        ? []
        : [
            newEvent(events.rankingChanged, {
              space,
              actor: null,
              aggregate: { type: 'ranking', id: `${month}_${staffId}` },
              version,
              data: { month },
            }),
          ],
    );
  }

  private async timeZone(space: string): Promise<string> {
    return (await this.directory.findSpace(space))?.timeZone ?? DEFAULT_TIME_ZONE;
  }
}

/** Places that a change is told of: the ring wearers, and room for excluded staff among them. */
const TOLD_OF = RANKING_SIZE + 7;

/** Whether the order of the first places changes when a staff has this many posts. */
function movesTop(
  top: readonly { staffId: string; post: number }[],
  staffId: string,
  post: number,
): boolean {
  const others = top.filter((tally) => tally.staffId !== staffId);
  const after = [...others, ...(post > 0 ? [{ staffId, post }] : [])]
    .sort((left, right) => right.post - left.post || (left.staffId < right.staffId ? -1 : 1))
    .slice(0, TOLD_OF);
  return after.map((tally) => tally.staffId).join() !== top.map((tally) => tally.staffId).join();
}
