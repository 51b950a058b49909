import { setTimeout as sleep } from 'node:timers/promises';
import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { BackgroundLoop } from '@engawa/service-kit';
import { EntryRepository } from '../entry/entry.repository';
import type { EntryDocument } from '../entry/entry.schema';
import { NameRepository } from '../name/name.repository';
import { dayOf, nextDay, previousDay, startOfDay } from './calendar.rules';
import { countDay } from './insight.rules';
import { InsightRepository, SpaceZoneRepository } from './insight.repository';
import type { InsightDayDocument, SpaceZoneDocument } from './insight.schema';

const DAYS_PER_ROUND = 100;
/** Posts of a merged member read at once. */
const POSTS_PER_READ = 500;
/** Spaces recounted in one round, and days of each: others wait no longer than for these. */
const SPACES_PER_ROUND = 10;
const DAYS_PER_SPACE_AND_ROUND = 20;
/** Days marked at once. */
const DAYS_PER_MARK = 200;
/** How often what other replicas or a crash left is looked for, in ms. */
const POLL_INTERVAL_MS = 5_000;
/** Changes of one day that come close together are counted once. */
const DEBOUNCE_MS = 100;
/** So long nothing is counted after each counted post, in ms: a full day is not read all the time. */
const PAUSE_PER_POST_MS = 2;

/**
 * Keeps the figures of each day (INS-2): what changes a post marks its days, and marked days are
 * counted anew from their entries. So figures are right whatever order, repetition or crash.
 */
@Injectable()
export class InsightFigures implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private isCurrent = false;
  /** Time zones of spaces as they were read last: a first guess. */
  private readonly lastZones = new Map<string, string>();
  private readonly loop = new BackgroundLoop({
    name: 'InsightFigures',
    intervalMs: POLL_INTERVAL_MS,
    debounceMs: DEBOUNCE_MS,
    round: (signal) => this.countStale(signal),
  });

  constructor(
    private readonly days: InsightRepository,
    private readonly zones: SpaceZoneRepository,
    private readonly entries: EntryRepository,
    private readonly names: NameRepository,
  ) {}

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  /** The figures of these times' days are old. */
  async markStale(space: string, times: readonly Date[]): Promise<void> {
    if (times.length === 0) return;
    let timeZone = this.lastZones.get(space) ?? (await this.zones.timeZoneOf(space));
    for (;;) {
      const days = new Set(times.map((time) => dayOf(time, timeZone)));
      await Promise.all([...days].map((day) => this.days.markStale(space, day)));
      // Read after the marks: a time zone that changed meanwhile may have marked its days before.
      const present = await this.zones.timeZoneOf(space);
      this.lastZones.set(space, present);
      if (present === timeZone) break;
      timeZone = present;
    }
    this.loop.wake();
  }

  /** There may be something to recount. */
  wake(): void {
    this.loop.wake();
  }

  /**
   * A member was merged or a merge undone: its posts, and those of everyone merged into it, count
   * for another member.
   */
  async markStaleNaming(space: string, memberId: string): Promise<void> {
    for (const id of await this.names.findMergedIds(space, memberId)) {
      await this.markStaleNamingId(space, id);
    }
  }

  private async markStaleNamingId(space: string, memberId: string): Promise<void> {
    for (let last: EntryDocument | null = null; ;) {
      const found: EntryDocument[] = await this.entries.findNaming(
        space,
        'member',
        memberId,
        last,
        POSTS_PER_READ,
      );
      await this.markStale(
        space,
        found.filter(({ kind }) => kind === 'post').map(({ talkedAt }) => talkedAt),
      );
      if (found.length < POSTS_PER_READ) return;
      last = found.at(-1)!;
    }
  }

  private async countStale(signal: AbortSignal): Promise<boolean> {
    if (!this.isCurrent) {
      await this.zones.recountOutdated();
      await this.days.markOutdated();
      this.isCurrent = true;
    }
    const stale = await this.days.findStale(DAYS_PER_ROUND);
    let counted = 0;
    for (const day of stale) {
      if (signal.aborted) break;
      counted += await this.count(day);
    }
    const recounting = await this.zones.findRecounting(SPACES_PER_ROUND);
    for (const zone of recounting) {
      if (signal.aborted) break;
      counted += await this.recountSome(zone, signal);
    }
    // Days of other spaces may be waiting.
    const rest = Math.min(POLL_INTERVAL_MS, PAUSE_PER_POST_MS * counted);
    await sleep(rest, undefined, { signal, ref: false }).catch(() => undefined);
    return stale.length === DAYS_PER_ROUND || recounting.length > 0;
  }

  /**
   * Recounts some days of a space whose time zone changed (INS-6). Answers how many posts they have.
   */
  private async recountSome(zone: SpaceZoneDocument, signal: AbortSignal): Promise<number> {
    const { space } = zone;
    if (!zone.recountMarked) {
      await this.markRecount(space, signal);
      if (!signal.aborted) await this.zones.setRecountMarked(zone);
      return 0;
    }
    const days = await this.days.findRecount(space, DAYS_PER_SPACE_AND_ROUND);
    if (days.length === 0) await this.zones.endRecount(zone);
    let counted = 0;
    for (const day of days) {
      if (signal.aborted) break;
      counted += await this.count(day);
    }
    return counted;
  }

  /** Two calendars differ by a day at most: what a day holds lies on it or on its neighbours. */
  private async markRecount(space: string, signal: AbortSignal): Promise<void> {
    for (let last = ''; !signal.aborted;) {
      const found = await this.days.findDaysAfter(space, last, DAYS_PER_MARK);
      const days = found.flatMap(({ id }) => [previousDay(id), id, nextDay(id)]);
      if (days.length > 0) await this.days.markRecount(space, [...new Set(days)]);
      if (found.length < DAYS_PER_MARK) return;
      last = found.at(-1)!.id;
    }
  }

  /** Answers how many posts the day has. */
  private async count(day: InsightDayDocument): Promise<number> {
    const timeZone = await this.zones.timeZoneOf(day.space);
    const from = startOfDay(day.id, timeZone);
    const to = startOfDay(nextDay(day.id), timeZone);
    const [posts, opened, solved] = await Promise.all([
      this.entries.findCounted(day.space, from, to),
      this.entries.findIssueLabels(day.space, 'issueOpenedAt', from, to),
      this.entries.findIssueLabels(day.space, 'issueClosedAt', from, to),
    ]);
    const shownAs = await this.names.findShownIds(
      day.space,
      posts.flatMap(({ memberIds }) => memberIds),
    );
    await this.days.settle(day, countDay(posts, opened, solved, shownAs));
    return posts.length;
  }
}
