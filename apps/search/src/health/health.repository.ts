import { Injectable } from '@nestjs/common';
import {
  BatchLoader,
  inSystemScope,
  InjectStore,
  SpaceRepository,
  storageKey,
  type Filter,
  type Page,
  type Store,
} from '@engawa/persistence';
import { EVER } from '../entry/entry.schema';
import { memberHealthStore, type MemberHealthDocument } from './health.schema';

/** Position in a list: after this silence and member. */
export interface QuietPlace {
  quietSince: Date;
  id: string;
}

/** Members of one type without a talk since before a time. */
export interface QuietQuery {
  typeId: string;
  before: Date;
  without: readonly string[];
}

@Injectable()
export class MemberHealthRepository extends SpaceRepository<MemberHealthDocument> {
  /**
   * A batch of posts mostly affects the same members: each is marked once, all with one command.
   */
  private readonly marks = new BatchLoader<{ space: string; memberId: string }, void>(
    async (calls) => {
      const keys = new Map(calls.map((call) => [storageKey(call.space, call.memberId), call]));
      const now = new Date();
      await this.store.model.bulkWrite(
        [...keys].map(([key, { space, memberId }]) => ({
          updateOne: {
            filter: { _id: key, space } as never,
            update: {
              $set: { staleSince: now, updatedAt: now },
              $inc: { version: 1 },
              $setOnInsert: { id: memberId, createdAt: now, listed: false },
            } as never,
            upsert: true,
          },
        })),
        { ordered: false },
      );
      return calls.map(() => undefined);
    },
  );

  constructor(@InjectStore(memberHealthStore) store: Store<MemberHealthDocument>) {
    super(store);
  }

  /** Marks these members as stale. */
  async markStale(space: string, memberIds: readonly string[]): Promise<void> {
    const ids = [...new Set(memberIds)];
    await Promise.all(ids.map((memberId) => this.marks.load({ space, memberId })));
  }

  /** Marks the members known by a staff member as stale. */
  async markKnownBy(space: string, staffId: string): Promise<number> {
    return this.updateMany(space, { knowerIds: staffId } as Filter, {
      $set: { staleSince: new Date() },
      $inc: { version: 1 },
    });
  }

  /** Stale members of all spaces, the longest waiting first. */
  findStale(limit: number): Promise<MemberHealthDocument[]> {
    return inSystemScope('the health of members of all spaces is counted anew', () =>
      this.store.model
        .find({ staleSince: { $exists: true } } as never)
        .sort({ staleSince: 1 })
        .limit(limit)
        .lean<MemberHealthDocument[]>()
        .exec(),
    );
  }

  /** Whether nothing was ever counted. */
  async isEmpty(): Promise<boolean> {
    return inSystemScope('whether anything was counted in any space', async () => {
      const one = await this.store.model
        .findOne({} as never)
        .select({ _id: 1 })
        .lean()
        .exec();
      return one === null;
    });
  }

  /** Stores counted data, unless the member became stale again since it was read. */
  async saveFigures(
    read: MemberHealthDocument,
    counted: Partial<MemberHealthDocument>,
  ): Promise<void> {
    await this.updateMany(
      read.space,
      { id: read.id, version: read.version },
      {
        $set: counted,
        $unset: { staleSince: 1 },
        $inc: { version: 1 },
      },
    );
  }

  /** Ids of all types of listed members; an empty id means none. */
  async findTypes(space: string): Promise<string[]> {
    return (await this.distinct(space, 'typeId', { listed: true })) as string[];
  }

  /** The longest silence first. */
  findQuiet(
    space: string,
    wish: QuietQuery,
    after: QuietPlace | null,
    limit: number,
  ): Promise<MemberHealthDocument[]> {
    return this.quietQuery(space, wish, after, limit).exec() as Promise<MemberHealthDocument[]>;
  }

  /** The query of `findQuiet`, to test its plan. */
  quietQuery(space: string, wish: QuietQuery, after: QuietPlace | null, limit: number) {
    return this.query(space, quietFilter(wish, after), {
      sort: { quietSince: 1, id: 1 },
      limit,
    });
  }

  countQuiet(space: string, wish: QuietQuery): Promise<number> {
    return this.count(space, quietFilter(wish, null));
  }

  /** Most open issues first. */
  findWithOpenIssues(space: string, limit: number): Promise<MemberHealthDocument[]> {
    return this.openIssueQuery(space, limit).exec() as Promise<MemberHealthDocument[]>;
  }

  /** The query of `findWithOpenIssues`, to test its plan. */
  openIssueQuery(space: string, limit: number) {
    return this.query(
      space,
      { listed: true, openIssues: { $gt: 0 } },
      { sort: { openIssues: -1, id: 1 }, limit },
    );
  }

  /** Members without a talk, the latest joined first. */
  findNeverTalkedWith(space: string, limit: number): Promise<MemberHealthDocument[]> {
    return this.neverTalkedQuery(space, limit).exec() as Promise<MemberHealthDocument[]>;
  }

  /** The query of `findNeverTalkedWith`, to test its plan. */
  neverTalkedQuery(space: string, limit: number) {
    return this.query(
      space,
      { listed: true, joinedAt: { $gt: EVER } },
      { sort: { joinedAt: -1, id: -1 }, limit },
    );
  }

  /** Members known only by this staff member (empty: by no active one), the latest talk first. */
  findCoveredPage(
    space: string,
    soleStaffId: string,
    limit: number,
    cursor?: string,
  ): Promise<Page<MemberHealthDocument>> {
    return this.findPage(space, {
      list: `covered ${soleStaffId}`,
      filter: { listed: true, soleStaffId },
      sort: { field: 'quietSince', kind: 'date', direction: -1 },
      limit,
      cursor,
    });
  }

  /** Total of `findCoveredPage`. */
  countCovered(space: string, soleStaffId: string): Promise<number> {
    return this.count(space, { listed: true, soleStaffId });
  }

  /** Number of listed members with a talk. */
  countTalkedWith(space: string): Promise<number> {
    return this.count(space, { listed: true, knowerIds: { $gt: '' } });
  }
}

function quietFilter({ typeId, before, without }: QuietQuery, after: QuietPlace | null): Filter {
  return {
    listed: true,
    typeId,
    quietSince: { $lt: before, ...(after ? { $gte: after.quietSince } : {}) },
    ...(without.length > 0 ? { $nor: [{ id: { $in: [...without] } }] } : {}),
    ...(after
      ? { $or: [{ quietSince: { $gt: after.quietSince } }, { id: { $gt: after.id } }] }
      : {}),
  };
}
