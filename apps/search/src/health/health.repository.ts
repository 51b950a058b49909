import { Injectable } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { newEvent } from '@engawa/events';
import {
  BatchLoader,
  InjectStore,
  SpaceRepository,
  storageKey,
  type Filter,
  type Page,
  type Store,
} from '@engawa/persistence';
import { BEGINNING_OF_TIME } from '../entry/entry.schema';
import {
  FIGURES_REVISION,
  HEALTH_REVISION,
  memberHealthStore,
  type MemberHealthDocument,
} from './health.schema';

/** Position in a list: after this silence and member. */
export interface ColdCursorPosition {
  quietSince: Date;
  id: string;
}

const pictureFields = [
  'id',
  'ref',
  'typeId',
  'lastTalkedAt',
  'quietSince',
  'months',
  'timeZone',
] as const;
/** What the picture of relations needs of a member. */
export type MemberOfPicture = Pick<MemberHealthDocument, (typeof pictureFields)[number]>;

/** Members of one type without a talk since before a time. */
export interface ColdFilter {
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
      const members = new Map(calls.map((call) => [storageKey(call.space, call.memberId), call]));
      const update = { $set: { staleSince: new Date() }, $setOnInsert: { listed: false } };
      await Promise.all(
        [...members.values()].map(({ space, memberId }) => this.upsert(space, memberId, update)),
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
    const spaces = this.acrossSpaces('the health of members of all spaces is counted anew');
    return spaces.find({ staleSince: { $exists: true } }, { sort: { staleSince: 1 }, limit });
  }

  /** Marks members counted by an earlier revision as stale. */
  async markOutdated(): Promise<void> {
    await this.acrossSpaces('members of all spaces are counted in a newer way').updateMany(
      { $or: [{ revision: null }, { revision: { $lt: HEALTH_REVISION } }] },
      { $set: { staleSince: new Date() }, $inc: { version: 1 } },
    );
  }

  /** Marks members whose months were counted in another time zone as stale. */
  markCountedElsewhere(space: string, timeZone: string): Promise<number> {
    return this.updateMany(space, { timeZone: { $ne: timeZone } } as Filter, {
      $set: { staleSince: new Date() },
      $inc: { version: 1 },
    });
  }

  /** Listed members, of one type if given, the longest silence first, without who knows them. */
  findBySilence(space: string, typeId: string | null, limit: number): Promise<MemberOfPicture[]> {
    return this.silenceQuery(space, typeId, limit).exec();
  }

  /** The query of `findBySilence`, to test its plan. */
  silenceQuery(space: string, typeId: string | null, limit: number) {
    const filter = listedOf(typeId);
    const options = { sort: { quietSince: 1, id: 1 } as const, limit };
    return this.onlyQuery(space, pictureFields, filter, options);
  }

  /** Types of those of these members that are listed, by member; an empty id means none. */
  async findTypesOf(space: string, memberIds: readonly string[]): Promise<Map<string, string>> {
    const found = await this.typeQuery(space, memberIds).exec();
    return new Map(found.map(({ id, typeId }) => [id, typeId]));
  }

  /**
   * Like `findTypesOf` for all members. A member read among all costs a quarter of one looked up by
   * id.
   */
  async findAllTypes(space: string): Promise<Map<string, string>> {
    const found = await this.allTypesQuery(space).exec();
    return new Map(found.map(({ id, typeId }) => [id, typeId]));
  }

  /** The query of `findAllTypes`, to test its plan. */
  allTypesQuery(space: string) {
    return this.onlyQuery(space, ['id', 'typeId'], { listed: true });
  }

  /** The query of `findTypesOf`, to test its plan. */
  typeQuery(space: string, memberIds: readonly string[]) {
    const keys = memberIds.map((id) => storageKey(space, id));
    return this.onlyQuery(space, ['id', 'typeId'], { _id: { $in: keys }, listed: true });
  }

  /** Number of listed members of each type. */
  async countByType(space: string): Promise<Map<string, number>> {
    const typeIds = await this.findTypes(space);
    const counts = await Promise.all(typeIds.map((typeId) => this.countListed(space, typeId)));
    return new Map(typeIds.map((typeId, at) => [typeId, counts[at]!]));
  }

  /** Total of `findBySilence`. */
  countListed(space: string, typeId: string | null): Promise<number> {
    return this.count(space, listedOf(typeId));
  }

  /** Whether nothing was ever counted. */
  async isEmpty(): Promise<boolean> {
    const spaces = this.acrossSpaces('whether anything was counted in any space');
    return (await spaces.count({}, { limit: 1 })) === 0;
  }

  /**
   * Stores counted data, unless the member became stale again since it was read, and publishes the
   * figures that lists of members show when they changed.
   */
  async saveFigures(
    read: MemberHealthDocument,
    counted: Partial<MemberHealthDocument> & Pick<MemberHealthDocument, 'posts' | 'openIssues'>,
  ): Promise<void> {
    const { space, id } = read;
    const { posts, openIssues } = counted;
    const published = figuresOf(read);
    const isKnown = published.posts === posts && published.openIssues === openIssues;
    await this.change(space, id, (current, next) => {
      if (current.version !== read.version) return null;
      const event = newEvent(events.memberFiguresCounted, {
        space,
        actor: null,
        aggregate: { type: 'memberFigures', id },
        version: next.version,
        at: next.at,
        data: { memberId: id, posts, openIssues },
      });
      return {
        set: { ...counted, revision: HEALTH_REVISION },
        unset: ['staleSince'],
        events: isKnown ? [] : [event],
      };
    });
  }

  /** Ids of all types of listed members; an empty id means none. */
  async findTypes(space: string): Promise<string[]> {
    return (await this.distinct(space, 'typeId', { listed: true })) as string[];
  }

  /** The longest silence first. */
  findCold(
    space: string,
    filter: ColdFilter,
    after: ColdCursorPosition | null,
    limit: number,
  ): Promise<MemberHealthDocument[]> {
    return this.coldQuery(space, filter, after, limit).exec() as Promise<MemberHealthDocument[]>;
  }

  /** The query of `findCold`, to test its plan. */
  coldQuery(space: string, filter: ColdFilter, after: ColdCursorPosition | null, limit: number) {
    return this.query(space, coldFilter(filter, after), {
      sort: { quietSince: 1, id: 1 },
      limit,
    });
  }

  async countCold(space: string, filters: readonly ColdFilter[]): Promise<number> {
    const counts = await Promise.all(
      filters.map((filter) => this.count(space, coldFilter(filter, null))),
    );
    return counts.reduce((sum, count) => sum + count, 0);
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
      { listed: true, joinedAt: { $gt: BEGINNING_OF_TIME } },
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

/** The figures that were published; data of earlier revisions were not. */
function figuresOf({ revision, posts, openIssues }: MemberHealthDocument) {
  const isPublished = revision >= FIGURES_REVISION;
  return { posts: isPublished ? (posts ?? 0) : 0, openIssues: isPublished ? openIssues : 0 };
}

/** Listed members, of one type if given. */
function listedOf(typeId: string | null): Filter {
  return { listed: true, ...(typeId === null ? {} : { typeId }) };
}

function coldFilter(
  { typeId, before, without }: ColdFilter,
  after: ColdCursorPosition | null,
): Filter {
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
