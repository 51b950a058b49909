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

const countedFigures = ['post', 'issue', 'resolved'] as const;

/** What several changes add to one staff's month. */
interface Sum {
  space: string;
  place: { month: string; staffId: string };
  parts: { id: string; figures: Record<(typeof countedFigures)[number], number> }[];
}

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

  /**
   * Adds what changes of posts count for, those of one staff and month with one write. The ids of
   * the events make repeating harmless.
   */
  async add(counted: readonly { space: string; id: string; tally: Tally }[]): Promise<void> {
    const sums = new Map<string, Sum>();
    for (const { space, id, tally } of counted) {
      const month = monthOf(new Date(tally.writtenAt), await this.timeZone(space));
      for (const { staffId, ...figures } of tally.changes) {
        const key = JSON.stringify([space, month, staffId]);
        const sum = sums.get(key) ?? { space, place: { month, staffId }, parts: [] };
        sum.parts.push({ id, figures });
        sums.set(key, sum);
      }
    }
    await Promise.all([...sums.values()].map((sum) => this.addSum(sum)));
  }

  private async addSum({ space, place, parts }: Sum): Promise<void> {
    const figures = { post: 0, issue: 0, resolved: 0 };
    for (const part of parts) {
      for (const name of countedFigures) figures[name] += part.figures[name];
    }
    const marks = parts.map(({ id }) => id);
    const events = figures.post === 0 ? [] : await this.changeOfOrder(space, place, figures.post);
    const added = await this.tallies.add(space, place, marks, figures, events);
    if (added || parts.length === 1) return;
    // Some were added before a crash: each for itself.
    for (const part of parts) await this.addSum({ space, place, parts: [part] });
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
