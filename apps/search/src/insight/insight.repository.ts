import { Injectable } from '@nestjs/common';
import {
  BatchLoader,
  inSystemScope,
  InjectStore,
  SpaceRepository,
  storageKey,
  type Store,
} from '@engawa/persistence';
import { DEFAULT_TIME_ZONE } from './calendar.rules';
import {
  FIGURES_REVISION,
  insightDayStore,
  spaceZoneStore,
  type InsightDayDocument,
  type SpaceZoneDocument,
} from './insight.schema';

@Injectable()
export class InsightRepository extends SpaceRepository<InsightDayDocument> {
  /** Posts of a batch mostly belong to the same day: it is marked once. */
  private readonly marks = new BatchLoader<{ space: string; day: string }, void>(async (calls) => {
    const days = new Map(calls.map((call) => [storageKey(call.space, call.day), call]));
    await Promise.all([...days.values()].map(({ space, day }) => this.mark(space, day)));
    return calls.map(() => undefined);
  });

  constructor(@InjectStore(insightDayStore) store: Store<InsightDayDocument>) {
    super(store);
  }

  /** Days with figures in a range, inclusive, in order. */
  findDays(space: string, from: string, to: string): Promise<InsightDayDocument[]> {
    return this.find(space, { id: { $gte: from, $lte: to } }, { sort: { id: 1 } });
  }

  /** Marks a day as stale, creating it if needed. */
  markStale(space: string, day: string): Promise<void> {
    return this.marks.load({ space, day });
  }

  private async mark(space: string, day: string): Promise<void> {
    await this.store.model
      .updateOne(
        { _id: storageKey(space, day), space } as never,
        {
          $set: { staleSince: new Date(), updatedAt: new Date() },
          $inc: { version: 1 },
          $setOnInsert: { id: day, createdAt: new Date() },
        } as never,
        { upsert: true },
      )
      .exec();
  }

  /** Marks days counted by an earlier revision as stale. */
  async markOutdated(): Promise<void> {
    await inSystemScope('figures of all spaces are counted in a newer way', () =>
      this.store.model
        .updateMany(
          { $or: [{ revision: null }, { revision: { $lt: FIGURES_REVISION } }] } as never,
          { $set: { staleSince: new Date() }, $inc: { version: 1 } } as never,
        )
        .exec(),
    );
  }

  /** Stale days of all spaces. */
  findStale(limit: number): Promise<InsightDayDocument[]> {
    return inSystemScope('figures of all spaces are counted anew', () =>
      this.store.model
        .find({ staleSince: { $exists: true } } as never)
        .sort({ staleSince: 1 })
        .limit(limit)
        .lean<InsightDayDocument[]>()
        .exec(),
    );
  }

  /** Days of the space, in order, after the given one. */
  findDaysAfter(space: string, after: string, limit: number): Promise<InsightDayDocument[]> {
    return this.find(space, { id: { $gt: after } }, { sort: { id: 1 }, limit });
  }

  /** Marks days for a recount, creating them if needed. */
  async markRecount(space: string, days: readonly string[]): Promise<void> {
    const now = new Date();
    await this.store.model.bulkWrite(
      days.map((day) => ({
        updateOne: {
          filter: { _id: storageKey(space, day), space } as never,
          update: {
            $set: { recountSince: now, updatedAt: now },
            $inc: { version: 1 },
            $setOnInsert: { id: day, createdAt: now },
          } as never,
          upsert: true,
        },
      })),
      { ordered: false },
    );
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
   * Stores new figures. A day that became stale again since it was read stays so, and is counted
   * once more.
   */
  async settle(day: InsightDayDocument, figures: Partial<InsightDayDocument>): Promise<void> {
    const set = { ...figures, revision: FIGURES_REVISION };
    const settled = await this.updateMany(
      day.space,
      { id: day.id, version: day.version },
      { $set: set, $unset: { staleSince: 1, recountSince: 1 }, $inc: { version: 1 } },
    );
    if (settled > 0) return;
    // If it is no longer stale, another replica counted later.
    await this.updateMany(
      day.space,
      { id: day.id, staleSince: { $exists: true } },
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
    return (await this.findById(space, space))?.timeZone ?? DEFAULT_TIME_ZONE;
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
    await inSystemScope('figures of all spaces are counted in a newer way', () =>
      this.store.model
        .updateMany(
          { $or: [{ revision: null }, { revision: { $lt: FIGURES_REVISION } }] } as never,
          {
            $set: {
              revision: FIGURES_REVISION,
              recountSince: new Date(),
              recountMarked: false,
            },
          } as never,
        )
        .exec(),
    );
  }

  /** Spaces with a running recount, the longest waiting first. */
  findRecounting(limit: number): Promise<SpaceZoneDocument[]> {
    return inSystemScope('figures of all spaces are recounted', () =>
      this.store.model
        .find({ recountSince: { $exists: true } } as never)
        .sort({ recountSince: 1 })
        .limit(limit)
        .lean<SpaceZoneDocument[]>()
        .exec(),
    );
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
