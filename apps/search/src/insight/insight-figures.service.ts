import { Injectable } from '@nestjs/common';
import { addDays, dayOf, startOfDay } from '@engawa/contracts';
import { BackgroundJob } from '@engawa/service-kit';
import { EntryRepository } from '../entry/entry.repository';
import type { EntryDocument } from '../entry/entry.schema';
import { NameRepository } from '../name/name.repository';
import { countDay } from './insight.rules';
import { InsightRepository, SpaceZoneRepository } from './insight.repository';
import type { InsightDayDocument, SpaceZoneDocument } from './insight.schema';

const DAYS_PER_ROUND = 100;
const POSTS_PER_READ = 500;
/** Spaces and days per round, so that other spaces wait no longer than these. */
const SPACES_PER_ROUND = 10;
const DAYS_PER_SPACE_AND_ROUND = 20;
const DAYS_PER_MARK = 200;
/** Interval of the search for work left by other replicas or a crash. */
const POLL_INTERVAL_MS = 5_000;
const DEBOUNCE_MS = 500;
/** Lifetime of a mark; the process that set it relies on it for the first part only. */
const MARK_HELD_MS = 8_000;
const MARK_TRUSTED_MS = 4_000;
/** Tolerated difference between the clocks of replicas. */
const CLOCK_SKEW_MS = MARK_HELD_MS - MARK_TRUSTED_MS;
const MAX_TRUSTED_MARKS = 10_000;
/** Pause after each counted post, so that a full day is not read all the time. */
const PAUSE_PER_POST_MS = 2;

/**
 * Maintains the figures of each day (INS-2). A change of a post marks its days, and marked days are
 * recounted from their entries. So figures are right under any order, repetition or crash.
 */
@Injectable()
export class InsightFigures extends BackgroundJob {
  private isCurrent = false;
  /** Time zones as last read; a first guess. */
  private readonly lastZones = new Map<string, string>();
  /** Valid marks of this process, with the time until which it relies on them (epoch ms). */
  private readonly trusted = new Map<string, number>();
  constructor(
    private readonly days: InsightRepository,
    private readonly zones: SpaceZoneRepository,
    private readonly entries: EntryRepository,
    private readonly names: NameRepository,
  ) {
    super({ name: 'InsightFigures', intervalMs: POLL_INTERVAL_MS, debounceMs: DEBOUNCE_MS });
  }

  /** Marks the days of these times as stale; with `until`, they stay so until then. */
  async markStale(space: string, times: readonly Date[], until: Date | null = null): Promise<void> {
    if (times.length === 0) return;
    let timeZone = this.lastZones.get(space) ?? (await this.zones.timeZoneOf(space));
    for (;;) {
      const days = new Set(times.map((time) => dayOf(time, timeZone)));
      await Promise.all([...days].map((day) => this.days.markStale(space, day, until)));
      // Read after the marks: a time zone that changed meanwhile may have marked its days before.
      const present = await this.zones.timeZoneOf(space);
      this.lastZones.set(space, present);
      if (present === timeZone) break;
      timeZone = present;
    }
    this.wake();
  }

  /**
   * The same for posts that are stored already. One mark stands for some seconds for all further
   * posts of its day; those posts are stored by then, so that the last count sees them.
   */
  async markStaleStored(space: string, times: readonly Date[]): Promise<void> {
    const known = this.lastZones.get(space);
    const untrusted =
      known === undefined ? times : times.filter((time) => !this.trusts(space, dayOf(time, known)));
    if (untrusted.length > 0) {
      const now = Date.now();
      const until = new Date(now + MARK_HELD_MS);
      await this.markStale(space, untrusted, until);
      const zone = this.lastZones.get(space)!;
      if (this.trusted.size >= MAX_TRUSTED_MARKS) this.trusted.clear();
      for (const time of untrusted) {
        this.trusted.set(`${space} ${dayOf(time, zone)}`, now + MARK_TRUSTED_MS);
      }
    }
    if (times.length > 0) this.wake();
  }

  /** Relies on no earlier mark: the stored ones may be lost. */
  distrustMarks(): void {
    this.trusted.clear();
  }

  private trusts(space: string, day: string): boolean {
    return (this.trusted.get(`${space} ${day}`) ?? 0) > Date.now();
  }

  /**
   * A member was merged, or a merge was undone: its posts, and those of all members merged into it,
   * count for another member.
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

  protected async round(signal: AbortSignal): Promise<boolean> {
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
    await this.rest(PAUSE_PER_POST_MS * counted);
    return stale.length === DAYS_PER_ROUND || recounting.length > 0;
  }

  /**
   * Recounts some days of a space whose time zone changed (INS-6). Returns the number of their
   * posts.
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

  /** Two calendars differ by at most a day: marks each day and its neighbours. */
  private async markRecount(space: string, signal: AbortSignal): Promise<void> {
    for (let last = ''; !signal.aborted;) {
      const found = await this.days.findDaysAfter(space, last, DAYS_PER_MARK);
      const days = found.flatMap(({ id }) => [addDays(id, -1), id, addDays(id, 1)]);
      if (days.length > 0) await this.days.markRecount(space, [...new Set(days)]);
      if (found.length < DAYS_PER_MARK) return;
      last = found.at(-1)!.id;
    }
  }

  /** Returns the number of posts of the day. */
  private async count(day: InsightDayDocument): Promise<number> {
    const readAt = new Date();
    const { timeZone, storedAt } = await this.zones.zoneOf(day.space);
    const from = startOfDay(day.id, timeZone);
    const to = startOfDay(addDays(day.id, 1), timeZone);
    const [posts, opened, solved] = await Promise.all([
      this.entries.findCounted(day.space, from, to),
      this.entries.findIssues(day.space, 'issueOpenedAt', from, to),
      this.entries.findIssues(day.space, 'issueClosedAt', from, to),
    ]);
    const shownAs = await this.names.findShownIds(
      day.space,
      posts.flatMap(({ memberIds }) => memberIds),
    );
    if (wasHeldOver(day, storedAt)) {
      // Posts that relied on the mark may lie on a neighbouring day of the new time zone.
      const neighbours = [addDays(day.id, -1), addDays(day.id, 1)];
      await Promise.all(neighbours.map((one) => this.days.markStale(day.space, one)));
    }
    await this.days.storeFigures(day, countDay(posts, opened, solved, shownAs), readAt);
    return posts.length;
  }
}

/** Whether the mark of the day stood while the time zone changed. */
function wasHeldOver({ staleUntil }: InsightDayDocument, zoneStoredAt: Date): boolean {
  if (staleUntil === undefined) return false;
  return zoneStoredAt.getTime() >= staleUntil.getTime() - MARK_HELD_MS - CLOCK_SKEW_MS;
}
