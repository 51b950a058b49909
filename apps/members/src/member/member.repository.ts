import { Injectable } from '@nestjs/common';
import type { EventEnvelope } from '@engawa/contracts';
import { mergedMemberIds } from '@engawa/directory';
import {
  InjectStore,
  storageKey,
  pagePosition,
  readPage,
  type NewDocument,
  SpaceRepository,
  type Change,
  type ChangeOptions,
  type ChangeResult,
  type Filter,
  type Page,
  type PageQuery,
  type Store,
} from '@engawa/persistence';
import { changedText } from '@engawa/text-search';
import { listIndexes, memberStore, type MemberDocument, type MemberFilter } from './member.schema';
import { isSearched } from './member-text.rules';

const DUPLICATE_BATCH_SIZE = 2_000;

/** Position and length of a page of search results. */
export interface QuestionRange {
  direction: 1 | -1;
  after?: { key: string; id: string };
  limit: number;
}

@Injectable()
export class MemberRepository extends SpaceRepository<MemberDocument> {
  constructor(@InjectStore(memberStore) store: Store<MemberDocument>) {
    super(store);
  }

  protected override get leftOut(): readonly ['unindexed', 'indexKey'] {
    return ['unindexed', 'indexKey'];
  }

  /** Marks the document for the index when a searched field changes. */
  override change(
    space: string,
    id: string,
    decide: (
      current: MemberDocument,
      next: { version: number; at: Date },
    ) => Change<MemberDocument> | null,
    options: ChangeOptions = {},
  ): Promise<ChangeResult<MemberDocument> | null> {
    const decideWithIndex = (current: MemberDocument, next: { version: number; at: Date }) => {
      const change = decide(current, next);
      if (!change?.set || !Object.keys(change.set).some(isSearched)) return change;
      const { sortKey: key, indexKey } = current;
      const moved = { from: { key, indexKey }, to: change.set.sortKey ?? key };
      return { ...change, set: { ...change.set, ...changedText(moved) } };
    };
    return super.change(space, id, decideWithIndex, options);
  }

  /** A page in kana order (MBR-1). */
  findListPage(
    space: string,
    asked: MemberFilter & { limit: number; cursor?: string },
  ): Promise<Page<MemberDocument>> {
    return this.findPage(space, { ...listOf(asked), hint: indexOf(asked) });
  }

  /**
   * A page of search results. `find` gives the next ids from a position of the order, in the given
   * direction.
   */
  findQuestionPage(
    space: string,
    asked: MemberFilter & { q: string; limit: number; cursor?: string },
    find: (range: QuestionRange) => Promise<string[]>,
  ): Promise<Page<MemberDocument>> {
    const filter: Filter = { ...filterOf(asked), q: asked.q };
    const query: PageQuery<MemberDocument> = { ...listOf(asked), filter };
    const position = pagePosition(query);
    const [key, id] = (position?.values ?? []) as string[];
    return readPage(query, async (_filter, { limit }) => {
      const ids = await find({
        direction: position?.direction === 'previous' ? -1 : 1,
        after: position ? { key: key!, id: id! } : undefined,
        limit: limit!,
      });
      const found = new Map((await this.findByIds(space, ids)).map((one) => [one.id, one]));
      return ids.flatMap((one) => {
        const member = found.get(one);
        return member?.deleted === asked.deleted ? member : [];
      });
    });
  }

  /** The query of a list's first page, to test its plan. */
  listQuery(space: string, asked: MemberFilter, limit: number) {
    return this.query(space, filterOf(asked), {
      sort: { sortKey: 1, id: 1 },
      limit,
      hint: indexOf(asked),
    });
  }

  /** Counts the members of a filter, up to `limit`. */
  async countUpTo(space: string, asked: MemberFilter, limit: number | null): Promise<number> {
    const filter = { ...filterOf(asked), space };
    return this.store.count(filter, limit === null ? {} : { limit });
  }

  /** Some members with the type, including deleted ones. */
  async findWithType(space: string, typeId: string, limit: number): Promise<MemberDocument[]> {
    const here = await this.find(space, { typeId, deleted: false }, { limit });
    return here.length > 0 ? here : this.find(space, { typeId, deleted: true }, { limit });
  }

  /** Active members with one of these identity keys, by key; ids only. */
  async findByIdentity(space: string, keys: readonly string[]): Promise<Map<string, string>> {
    if (keys.length === 0) return new Map();
    const found = await this.store.model
      .find({ space, identityKey: { $in: [...keys] } } as never)
      .select({ _id: 0, id: 1, identityKey: 1, deleted: 1 })
      .lean<Pick<MemberDocument, 'id' | 'identityKey' | 'deleted'>[]>()
      .exec();
    return new Map(found.filter((one) => !one.deleted).map((one) => [one.identityKey, one.id]));
  }

  /** Active members in kana order after the given position. */
  findForExport(
    space: string,
    typeId: string | null,
    after: { sortKey: string; id: string } | null,
    limit: number,
  ): Promise<MemberDocument[]> {
    const listed = { deleted: false, ...(typeId ? { typeId } : {}) };
    const filter = after
      ? {
          ...listed,
          sortKey: { $gte: after.sortKey },
          $or: [{ sortKey: { $gt: after.sortKey } }, { id: { $gt: after.id } }],
        }
      : listed;
    return this.find(space, filter, {
      sort: { sortKey: 1, id: 1 },
      limit,
      hint: typeId ? listIndexes.type : listIndexes.all,
    });
  }

  /**
   * Inserts members at version 1 without events, which the import publishes itself. Bypasses
   * mongoose documents, which would cost more than the database.
   */
  async insertBare(
    space: string,
    documents: readonly NewDocument<MemberDocument>[],
  ): Promise<void> {
    if (documents.length === 0) return;
    const now = new Date();
    const stored = documents.map((document) => ({
      _id: storageKey(space, document.id),
      ...document,
      space,
      version: 1,
      createdAt: now,
      updatedAt: now,
    }));
    await this.store.model.collection.insertMany(stored as never, { ordered: true });
  }

  /**
   * Changes members with one command and without events, unless their version changed. Returns how
   * many were changed.
   */
  async setUnlessChanged(
    space: string,
    changes: readonly { id: string; version: number; set: Partial<MemberDocument> }[],
  ): Promise<number> {
    if (changes.length === 0) return 0;
    const updatedAt = new Date();
    const result = await this.store.model.collection.bulkWrite(
      changes.map(({ id, version, set }) => ({
        updateOne: {
          filter: { _id: storageKey(space, id), space, version } as never,
          update: { $set: { ...set, updatedAt }, $inc: { version: 1 } } as never,
        },
      })),
      { ordered: false },
    );
    return result.matchedCount;
  }

  /** Members last written by an import, by id, after the given one. */
  findImported(
    space: string,
    importId: string,
    afterId: string,
    limit: number,
  ): Promise<MemberDocument[]> {
    return this.find(
      space,
      { 'imported.importId': importId, id: { $gt: afterId } },
      { sort: { id: 1 }, limit },
    );
  }

  /** Members that were merged into this one. */
  findMergedInto(space: string, id: string): Promise<MemberDocument[]> {
    return this.find(space, { 'merged.into': id }, { sort: { id: 1 } });
  }

  /** The id and all ids merged into it, directly or through others. */
  findMergedIds(space: string, id: string): Promise<string[]> {
    return mergedMemberIds(id, async (into) =>
      (await this.findMergedInto(space, into)).map((member) => member.id),
    );
  }

  /** Merged members, the latest merge first. */
  findMerged(space: string, limit: number, cursor?: string): Promise<Page<MemberDocument>> {
    return this.findPage(space, {
      list: 'merges',
      filter: { mergedAt: { $exists: true } },
      sort: { field: 'mergedAt', kind: 'date', direction: -1 },
      limit,
      cursor,
    });
  }

  /** The query of `findMerged`, to test its plan. */
  mergedQuery(space: string, limit: number) {
    return this.query(
      space,
      { mergedAt: { $exists: true } },
      { sort: { mergedAt: -1, id: -1 }, limit },
    );
  }

  /** Identity keys of more than one member, with the members' ids; a limited number. */
  async findDuplicates(space: string, limit: number): Promise<string[][]> {
    const groups: string[][] = [];
    let group: { key: string; ids: string[] } = { key: '', ids: [] };
    let last = '';
    for (;;) {
      const found = await this.store.model
        .find({ space, identityKey: { $gte: last } } as never)
        .select({ _id: 0, id: 1, identityKey: 1, deleted: 1 })
        .sort({ identityKey: 1, id: 1 })
        .limit(DUPLICATE_BATCH_SIZE)
        .lean<Pick<MemberDocument, 'id' | 'identityKey' | 'deleted'>[]>()
        .exec();
      for (const { id, identityKey, deleted } of found) {
        if (identityKey !== group.key) {
          if (group.ids.length > 1) groups.push(group.ids);
          if (groups.length === limit) return groups;
          group = { key: identityKey, ids: [] };
        }
        if (!deleted && !group.ids.includes(id)) group.ids.push(id);
      }
      const end = found.at(-1)?.identityKey;
      // More than a batch of one key: the rest is skipped.
      if (found.length < DUPLICATE_BATCH_SIZE || end === undefined) break;
      last = end === last ? `${end}\u0000` : end;
    }
    if (group.ids.length > 1) groups.push(group.ids);
    return groups;
  }

  /** Members whose CSV row names this photo. */
  findByPhotoFileName(space: string, photoFileName: string): Promise<MemberDocument[]> {
    return this.find(space, { photoFileName, deleted: false }, { limit: 2 });
  }

  /** Adds an event to a member without changing it (its version is incremented all the same). */
  async noteEvent(space: string, id: string, event: EventEnvelope): Promise<void> {
    await this.change(space, id, () => ({ set: {}, events: [event] }));
  }

  /**
   * Stores the time of the last talk unless another listener wrote it since `revision` was read.
   * Not a change of the member: no new version, no event.
   */
  async setLastTalk(
    space: string,
    id: string,
    revision: number,
    lastTalkedAt: Date | null,
  ): Promise<boolean> {
    const changed = await this.updateMany(space, { id, talkRevision: revision } as Filter, {
      $set: { lastTalkedAt },
      $inc: { talkRevision: 1 },
    });
    return changed === 1;
  }
}

function filterOf({ deleted, typeId }: MemberFilter): Filter {
  return { deleted, ...(typeId ? { typeId } : {}) };
}

function indexOf({ typeId }: MemberFilter): string {
  return typeId ? listIndexes.type : listIndexes.all;
}

function listOf(asked: MemberFilter & { limit: number; cursor?: string }) {
  return {
    list: 'members',
    filter: filterOf(asked),
    sort: { field: 'sortKey' as const, kind: 'string' as const, direction: 1 as const },
    limit: asked.limit,
    cursor: asked.cursor,
  };
}
