import { Injectable } from '@nestjs/common';
import { DEFAULT_TIME_ZONE } from '@engawa/contracts';
import {
  BatchLoader,
  InjectStore,
  SpaceRepository,
  storageKey,
  type Store,
} from '@engawa/persistence';
import {
  FIGURES_REVISION,
  insightDayStore,
  spaceZoneStore,
  type InsightDayDocument,
  type SpaceZoneDocument,
} from './insight.schema';

/** Says whether a day was counted again since. */
export type DayCount = Pick<InsightDayDocument, 'id' | 'version' | 'countedAt'>;

interface Mark {
  space: string;
  day: string;
  until: Date | null;
}

@Injectable()
export class InsightRepository extends SpaceRepository<InsightDayDocument> {
  /** Posts of a batch mostly belong to the same day: it is marked once. */
  private readonly marks = new BatchLoader<Mark, void>(async (calls) => {
    const days = new Map<string, Mark>();
    for (const call of calls) {
      const key = storageKey(call.space, call.day);
      if (call.until || !days.has(key)) days.set(key, call);
    }
    await Promise.all([...days.values()].map((mark) => this.mark(mark)));
    return calls.map(() => undefined);
  });

  constructor(@InjectStore(insightDayStore) store: Store<InsightDayDocument>) {
    super(store);
  }

  /** Numbers of posts and issues of the days in a range, inclusive. */
  findTotals(
    space: string,
    from: string,
    to: string,
  ): Promise<Pick<InsightDayDocument, 'posts' | 'openedPosts' | 'solvedPosts'>[]> {
    const fields = ['posts', 'openedPosts', 'solvedPosts'] as const;
    return this.findOnly(space, fields, { id: { $gte: from, $lte: to } });
  }

  /** Days with figures in a range, inclusive, in order, and which count of them is stored. */
  findCounts(space: string, from: string, to: string): Promise<DayCount[]> {
    return this.countQuery(space, from, to).exec();
  }

  /** The query of `findCounts`, to test its plan. */
  countQuery(space: string, from: string, to: string) {
    return this.onlyQuery(
      space,
      ['id', 'version', 'countedAt'],
      { id: { $gte: from, $lte: to } },
      { sort: { id: 1 } },
    );
  }

  /** Changes of the number of unresolved issues on the days after the given one. */
  findOpenChanges(space: string, after: string): Promise<Pick<InsightDayDocument, 'openChange'>[]> {
    return this.openChangeQuery(space, after).exec();
  }

  /** The query of `findOpenChanges`, to test its plan. */
  openChangeQuery(space: string, after: string) {
    return this.onlyQuery(space, ['openChange'], { id: { $gt: after } });
  }

  /** Marks a day as stale, creating it if needed; with `until`, it stays so until then. */
  markStale(space: string, day: string, until: Date | null = null): Promise<void> {
    return this.marks.load({ space, day, until });
  }

  private async mark({ space, day, until }: Mark): Promise<void> {
    await this.upsert(space, day, {
      $set: { staleSince: new Date() },
      ...(until ? { $max: { staleUntil: until } } : {}),
    });
  }

  /** Marks days counted by an earlier revision as stale. */
  async markOutdated(): Promise<void> {
    await this.acrossSpaces('figures of all spaces are counted in a newer way').updateMany(
      { $or: [{ revision: null }, { revision: { $lt: FIGURES_REVISION } }] },
      { $set: { staleSince: new Date() }, $inc: { version: 1 } },
    );
  }

  /** Stale days of all spaces. */
  findStale(limit: number): Promise<InsightDayDocument[]> {
    const spaces = this.acrossSpaces('figures of all spaces are counted anew');
    return spaces.find({ staleSince: { $exists: true } }, { sort: { staleSince: 1 }, limit });
  }

  /** Days of the space, in order, after the given one. */
  findDaysAfter(space: string, after: string, limit: number): Promise<InsightDayDocument[]> {
    return this.find(space, { id: { $gt: after } }, { sort: { id: 1 }, limit });
  }

  /** Marks days for a recount, creating them if needed. */
  async markRecount(space: string, days: readonly string[]): Promise<void> {
    const update = { $set: { recountSince: new Date() } };
    await Promise.all(days.map((day) => this.upsert(space, day, update)));
  }

  /** Days of the space waiting for a recount. */
  findRecount(space: string, limit: number): Promise<InsightDayDocument[]> {
    return this.find(
      space,
      { recountSince: { $gt: new Date(0) } },
      { sort: { recountSince: 1 }, limit },
    );
  }

  /**
   * Stores new figures, counted from what was read at `readAt`. A day that became stale again since
   * then stays so, and is counted once more; so does a day that was read before `staleUntil`.
   */
  async storeFigures(
    day: InsightDayDocument,
    figures: Partial<InsightDayDocument>,
    readAt: Date,
  ): Promise<void> {
    const set = { ...figures, revision: FIGURES_REVISION, countedAt: readAt };
    const held = day.staleUntil !== undefined && readAt < day.staleUntil;
    const settled = await this.updateMany(
      day.space,
      { id: day.id, version: day.version },
      {
        $set: set,
        $unset: held ? { recountSince: 1 } : { staleSince: 1, staleUntil: 1, recountSince: 1 },
        $inc: { version: 1 },
      },
    );
    if (settled > 0) return;
    // If it is no longer stale, or was read later, another replica has newer figures.
    await this.updateMany(
      day.space,
      {
        id: day.id,
        staleSince: { $exists: true },
        $or: [{ countedAt: null }, { countedAt: { $lt: readAt } }],
      },
      { $set: set, $inc: { version: 1 } },
    );
  }
}

@Injectable()
export class SpaceZoneRepository extends SpaceRepository<SpaceZoneDocument> {
  constructor(@InjectStore(spaceZoneStore) store: Store<SpaceZoneDocument>) {
    super(store);
  }

  async timeZoneOf(space: string): Promise<string> {
    return (await this.zoneOf(space)).timeZone;
  }

  /** The time zone, when it was last stored, and whether days are being recounted for it. */
  async zoneOf(space: string): Promise<{ timeZone: string; storedAt: Date; recounting: boolean }> {
    const found = await this.findById(space, space);
    return {
      timeZone: found?.timeZone ?? DEFAULT_TIME_ZONE,
      storedAt: found?.updatedAt ?? new Date(0),
      recounting: found?.recountSince !== undefined,
    };
  }

  /** Stores the time zone from identity. The same write starts the recount if it changed. */
  async keep(space: string, version: number, timeZone: string): Promise<void> {
    const before = await this.findById(space, space);
    const changed = (before?.timeZone ?? DEFAULT_TIME_ZONE) !== timeZone;
    await this.projectUpsert(space, space, version, {
      timeZone,
      ...(before ? {} : { revision: FIGURES_REVISION }),
      ...(changed ? { recountSince: new Date(), recountMarked: false } : {}),
    });
  }

  /** Starts the recount of all spaces counted by an earlier revision. */
  async recountOutdated(): Promise<void> {
    await this.acrossSpaces('figures of all spaces are counted in a newer way').updateMany(
      { $or: [{ revision: null }, { revision: { $lt: FIGURES_REVISION } }] },
      { $set: { revision: FIGURES_REVISION, recountSince: new Date(), recountMarked: false } },
    );
  }

  /** Spaces with a running recount, the longest waiting first. */
  findRecounting(limit: number): Promise<SpaceZoneDocument[]> {
    const spaces = this.acrossSpaces('figures of all spaces are recounted');
    return spaces.find({ recountSince: { $exists: true } }, { sort: { recountSince: 1 }, limit });
  }

  /** All days are marked; does nothing if the time zone changed again. */
  async setRecountMarked({ space, version }: SpaceZoneDocument): Promise<void> {
    await this.updateMany(space, { id: space, version }, { $set: { recountMarked: true } });
  }

  /** All days are recounted; does nothing if the time zone changed again. */
  async endRecount({ space, version }: SpaceZoneDocument): Promise<void> {
    await this.updateMany(space, { id: space, version }, { $unset: { recountSince: 1 } });
  }
}
