import { Injectable } from '@nestjs/common';
import {
  DEFAULT_TIME_ZONE,
  type EventEnvelope,
  events,
  type Ranking,
  RANKING_SIZE,
  type RankCountersAnswer,
} from '@engawa/contracts';
import { Directory, isColleague } from '@engawa/directory';
import { derivedId, newEvent } from '@engawa/events';
import { monthOf, periodOf, periodsOf } from './month.rules';
import { RankingRepository } from './ranking.repository';
import { StandingsCache } from './standings-cache.rules';
import type { Tally } from './tally.rules';

const countedFigures = ['post', 'issue', 'resolved'] as const;

/** Lifetime of a time zone in the cache; it only decides whether clients read the ranking again. */
const CACHE_TTL_MS = 5_000;
const MAX_CACHED_SPACES = 1_000;

/** Sum of several changes of one staff member and period. */
interface Sum {
  space: string;
  place: { month: string; staffId: string };
  /** Time of one of the changes. */
  writtenAt: Date;
  parts: { id: string; figures: Record<(typeof countedFigures)[number], number> }[];
}

/**
 * Counts posts, issues and solutions per staff member (TML-13) from events of posts. Counters use
 * periods that are valid for every time zone; the month is summed at reading, so a changed time
 * zone applies immediately (INS-6).
 */
@Injectable()
export class RankingService {
  private readonly standings: StandingsCache;
  private readonly timeZones = new Map<string, { timeZone: string; until: number }>();

  constructor(
    private readonly tallies: RankingRepository,
    private readonly directory: Directory,
  ) {
    this.standings = new StandingsCache(async (space, month) =>
      this.tallies.postsByStaff(space, periodsOf(month, await this.cachedTimeZone(space))),
    );
  }

  /** The three staff members with the most posts this month, without excluded ones. */
  async current(space: string, now = new Date()): Promise<Ranking> {
    const timeZone = await this.timeZone(space);
    const month = monthOf(now, timeZone);
    const standings = await this.tallies.postsByStaff(space, periodsOf(month, timeZone));
    const staffs = await this.directory.findStaffs(
      space,
      standings.map(({ staffId }) => staffId),
    );
    const items = standings
      .flatMap(({ staffId, post }) => {
        const staff = staffs.get(staffId);
        return staff && isColleague(staff) && !staff.excludeFromRanking
          ? [{ staff, posts: post }]
          : [];
      })
      .slice(0, RANKING_SIZE)
      .map((item, index) => ({ place: index + 1, ...item }));
    return { month, items };
  }

  /** The specification's rank counters, over all months. */
  async counters(space: string): Promise<RankCountersAnswer> {
    const sums = await this.tallies.sumByStaff(space);
    return { items: sums.map(({ staffId, ...rank }) => ({ staffId, rank })) };
  }

  /**
   * Adds the changes of posts, one write per staff member and period. Event ids make it idempotent.
   */
  async add(counted: readonly { space: string; id: string; tally: Tally }[]): Promise<void> {
    const sums = new Map<string, Sum>();
    for (const { space, id, tally } of counted) {
      const writtenAt = new Date(tally.writtenAt);
      const month = periodOf(writtenAt);
      for (const { staffId, ...figures } of tally.changes) {
        const key = JSON.stringify([space, month, staffId]);
        const sum = sums.get(key) ?? { space, place: { month, staffId }, writtenAt, parts: [] };
        sum.parts.push({ id, figures });
        sums.set(key, sum);
      }
    }
    await Promise.all([...sums.values()].map((sum) => this.addSum(sum)));
  }

  private async addSum(sum: Sum): Promise<void> {
    const { space, place, parts } = sum;
    const figures = { post: 0, issue: 0, resolved: 0 };
    for (const part of parts) {
      for (const name of countedFigures) figures[name] += part.figures[name];
    }
    const marks = parts.map(({ id }) => id);
    const events = figures.post === 0 ? [] : await this.changeOfOrder(sum, figures.post);
    const added = await this.tallies.add(space, place, marks, figures, events);
    if (added || parts.length === 1) return;
    // Some were added before a crash: add each one separately.
    for (const part of parts) await this.addSum({ ...sum, parts: [part] });
  }

  /**
   * The event of a change of the first places. It only makes clients read the ranking again, so it
   * is decided from standings that may be some seconds old.
   */
  private async changeOfOrder(
    { space, place, writtenAt }: Sum,
    added: number,
  ): Promise<EventEnvelope[]> {
    const month = monthOf(writtenAt, await this.cachedTimeZone(space));
    const moves = await this.standings.add(space, month, { staffId: place.staffId, post: added });
    if (!moves) return [];
    const current = await this.tallies.findPlace(space, place);
    const event = newEvent(events.rankingChanged, {
      space,
      actor: null,
      aggregate: { type: 'ranking', id: derivedId(place.month, place.staffId) },
      version: (current?.version ?? 0) + 1,
      data: { month },
    });
    return [event];
  }

  private async cachedTimeZone(space: string): Promise<string> {
    const known = this.timeZones.get(space);
    if (known && known.until > Date.now()) return known.timeZone;
    const timeZone = await this.timeZone(space);
    if (this.timeZones.size >= MAX_CACHED_SPACES) this.timeZones.clear();
    this.timeZones.set(space, { timeZone, until: Date.now() + CACHE_TTL_MS });
    return timeZone;
  }

  private async timeZone(space: string): Promise<string> {
    return (await this.directory.findSpace(space))?.timeZone ?? DEFAULT_TIME_ZONE;
  }
}
