import { Injectable } from '@nestjs/common';
import {
  type EventEnvelope,
  events,
  type Ranking,
  RANKING_SIZE,
  type RankCountersAnswer,
} from '@engawa/contracts';
import { Directory } from '@engawa/directory';
import { newEvent } from '@engawa/events';
import { DEFAULT_TIME_ZONE, monthOf } from './month.rules';
import { RankingRepository } from './ranking.repository';
import type { Tally } from './tally.rules';

/** Who wrote and solved how much (TML-13); kept by the posts' events. */
@Injectable()
export class RankingService {
  private readonly timeZones = new Map<string, { timeZone: string; until: number }>();

  constructor(
    private readonly tallies: RankingRepository,
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

  /** Adds what a post's change counts for; `mark` makes repeating harmless. */
  async add(space: string, mark: string, tally: Tally): Promise<void> {
    const month = monthOf(new Date(tally.writtenAt), await this.timeZone(space));
    for (const { staffId, ...figures } of tally.changes) {
      const place = { month, staffId };
      const events = figures.post === 0 ? [] : await this.changeOfOrder(space, place, figures.post);
      await this.tallies.add(space, place, mark, figures, events);
    }
  }

  /** Tells the pages where the first places change. */
  private async changeOfOrder(
    space: string,
    place: { month: string; staffId: string },
    added: number,
  ): Promise<EventEnvelope[]> {
    const [top, current] = await Promise.all([
      this.tallies.findMonth(space, place.month, TOLD_OF),
      this.tallies.findPlace(space, place),
    ]);
    if (!movesTop(top, place.staffId, (current?.post ?? 0) + added)) return [];
    const event = newEvent(events.rankingChanged, {
      space,
      actor: null,
      aggregate: { type: 'ranking', id: `${place.month}_${place.staffId}` },
      version: (current?.version ?? 0) + 1,
      data: { month: place.month },
    });
    return [event];
  }

  /** Remembered for a minute: a space hardly ever moves. */
  private async timeZone(space: string): Promise<string> {
    const known = this.timeZones.get(space);
    if (known && known.until > Date.now()) return known.timeZone;
    const timeZone = (await this.directory.findSpace(space))?.timeZone ?? DEFAULT_TIME_ZONE;
    if (this.timeZones.size > 10_000) this.timeZones.clear();
    this.timeZones.set(space, { timeZone, until: Date.now() + 60_000 });
    return timeZone;
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
