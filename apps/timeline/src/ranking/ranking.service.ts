import { Injectable } from '@nestjs/common';
import {
  type EventEnvelope,
  events,
  type Ranking,
  RANKING_SIZE,
  type RankCountersAnswer,
} from '@engawa/contracts';
import { Directory } from '@engawa/directory';
import { derivedId, newEvent } from '@engawa/events';
import { DEFAULT_TIME_ZONE, monthOf, periodOf, periodsOf } from './month.rules';
import { RankingRepository, type Standing } from './ranking.repository';
import type { Tally } from './tally.rules';

const countedFigures = ['post', 'issue', 'resolved'] as const;

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
  constructor(
    private readonly tallies: RankingRepository,
    private readonly directory: Directory,
  ) {}

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
        return staff && !staff.excludeFromRanking ? [{ staff, posts: post }] : [];
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
    const before = this.standingsOnce();
    await Promise.all([...sums.values()].map((sum) => this.addSum(sum, before)));
  }

  private async addSum(sum: Sum, before: Standings): Promise<void> {
    const { space, place, parts } = sum;
    const figures = { post: 0, issue: 0, resolved: 0 };
    for (const part of parts) {
      for (const name of countedFigures) figures[name] += part.figures[name];
    }
    const marks = parts.map(({ id }) => id);
    const events = figures.post === 0 ? [] : await this.changeOfOrder(sum, figures.post, before);
    const added = await this.tallies.add(space, place, marks, figures, events);
    if (added || parts.length === 1) return;
    // Some were added before a crash: add each one separately.
    for (const part of parts) await this.addSum({ ...sum, parts: [part] }, before);
  }

  /** Publishes a change of the first places. */
  private async changeOfOrder(
    { space, place, writtenAt }: Sum,
    added: number,
    before: Standings,
  ): Promise<EventEnvelope[]> {
    const [{ month, standings }, current] = await Promise.all([
      before(space, writtenAt),
      this.tallies.findPlace(space, place),
    ]);
    if (!movesTop(standings, place.staffId, added)) return [];
    const event = newEvent(events.rankingChanged, {
      space,
      actor: null,
      aggregate: { type: 'ranking', id: derivedId(place.month, place.staffId) },
      version: (current?.version ?? 0) + 1,
      data: { month },
    });
    return [event];
  }

  /** Reads the standings of each month once per batch. */
  private standingsOnce(): Standings {
    const timeZones = new Map<string, Promise<string>>();
    const months = new Map<string, Promise<Standing[]>>();
    return async (space, writtenAt) => {
      const zone = timeZones.get(space) ?? this.timeZone(space);
      timeZones.set(space, zone);
      const timeZone = await zone;
      const month = monthOf(writtenAt, timeZone);
      const key = JSON.stringify([space, month]);
      const reading =
        months.get(key) ?? this.tallies.postsByStaff(space, periodsOf(month, timeZone));
      months.set(key, reading);
      return { month, standings: await reading };
    };
  }

  private async timeZone(space: string): Promise<string> {
    return (await this.directory.findSpace(space))?.timeZone ?? DEFAULT_TIME_ZONE;
  }
}

/** The standings of the month of an instant. */
type Standings = (
  space: string,
  writtenAt: Date,
) => Promise<{ month: string; standings: Standing[] }>;

/** Places in which a change matters: the ring wearers, plus room for excluded staff. */
const COMPARED_PLACES = RANKING_SIZE + 7;

/** Whether the first places change when a staff member gets more posts. */
function movesTop(standings: readonly Standing[], staffId: string, added: number): boolean {
  const known = standings.find((standing) => standing.staffId === staffId);
  const post = (known?.post ?? 0) + added;
  const others = standings.filter((standing) => standing !== known);
  const after = [...others, ...(post > 0 ? [{ staffId, post }] : [])].sort(
    (left, right) => right.post - left.post || (left.staffId < right.staffId ? -1 : 1),
  );
  return firstOf(after) !== firstOf(standings);
}

function firstOf(standings: readonly Standing[]): string {
  return standings
    .slice(0, COMPARED_PLACES)
    .map(({ staffId }) => staffId)
    .join();
}
