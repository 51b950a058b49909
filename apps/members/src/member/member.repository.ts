import { Injectable } from '@nestjs/common';
import type { EventEnvelope } from '@engawa/contracts';
import { mergedMemberIds } from '@engawa/directory';
import {
  BatchLoader,
  InjectStore,
  SpaceRepository,
  storageKey,
  type Change,
  type ChangeOptions,
  type ChangeResult,
  type Filter,
  type Store,
} from '@engawa/persistence';
import { choiceSortKey, customSortField } from '../custom-field/custom-field-sort.rules';
import type { StoredCustomField } from '../custom-field/custom-field.rules';
import { withMarks } from './member-change.rules';
import { filterOf, indexOf } from './member-list.rules';
import { sortIndexOf } from './member-sort.rules';
import {
  indexFields,
  memberStore,
  type MemberDocument,
  type MemberFilter,
  type MergeAttempt,
} from './member.schema';

interface Talk {
  space: string;
  id: string;
  at: Date;
}

@Injectable()
export class MemberRepository extends SpaceRepository<MemberDocument> {
  /** Posts of a batch name the same members: each is written once, all with one command. */
  private readonly talks = new BatchLoader<Talk, boolean>(async (calls) => {
    const merged = new Map<string, Set<string>>();
    await Promise.all(
      [...new Set(calls.map((call) => call.space))].map(async (space) => {
        const talks = calls.filter((call) => call.space === space);
        merged.set(space, await this.findMergedAfterTalks(space, talks));
      }),
    );
    return calls.map(({ space, id }) => !merged.get(space)!.has(id));
  });

  constructor(@InjectStore(memberStore) store: Store<MemberDocument>) {
    super(store);
  }

  protected override get leftOut() {
    return indexFields;
  }

  /** Marks the document for the index when a searched field changes, and notes a new type. */
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
      return change?.set ? { ...change, set: withMarks(current, change.set, next.at) } : change;
    };
    return super.change(space, id, decideWithIndex, options);
  }

  /** Stores what search counted, unless a later count is stored. No change of the member. */
  async setFigures(
    space: string,
    id: string,
    { posts, openIssues, at }: { posts: number; openIssues: number; at: Date },
  ): Promise<void> {
    const isOlder = { $or: [{ figuresAt: null }, { figuresAt: { $lt: at } }] };
    await this.updateMany(space, { id, ...isOlder } as Filter, {
      $set: { posts, openIssues, figuresAt: at },
    });
  }

  /** Some members with the type, including deleted ones. */
  async findWithType(space: string, typeId: string, limit: number): Promise<MemberDocument[]> {
    const here = await this.find(space, { typeId, deleted: false }, { limit });
    return here.length > 0 ? here : this.find(space, { typeId, deleted: true }, { limit });
  }

  /** Members with a value in a custom field, also resigned ones, by id after the given one. */
  findWithCustomField(
    space: string,
    fieldId: string,
    afterId: string,
    limit: number,
  ): Promise<MemberDocument[]> {
    const filter = { customFieldIds: fieldId, id: { $gt: afterId } } as Filter;
    return this.find(space, filter, { sort: { id: 1 }, limit });
  }

  /**
   * Removes a deleted field's values from what undoing merges and imports would restore. The members
   * themselves do not change.
   */
  async forgetFieldInMarks(space: string, fieldId: string): Promise<void> {
    const inMerge = `merged.keptBefore.customFields.${fieldId}`;
    await this.updateMany(
      space,
      { mergedAt: { $exists: true }, [inMerge]: { $exists: true } },
      { $unset: { [inMerge]: 1 } },
    );
    const inImport = `imported.before.customFields.${fieldId}`;
    await this.updateMany(
      space,
      { 'imported.importId': { $exists: true }, [inImport]: { $exists: true } },
      { $unset: { [inImport]: 1 } },
    );
  }

  /**
   * Ids of members who are here and have the choice, among the first `limit` with its key: choices
   * that were added together share one.
   */
  async findWithChoice(
    space: string,
    field: StoredCustomField,
    choiceId: string,
    limit: number,
  ): Promise<string[]> {
    if (field.slot === undefined) return [];
    const { filter, options } = choiceList(field.slot, choiceSortKey(field, choiceId), limit);
    const found = await this.findOnly(space, ['id', 'customFields'], filter, options);
    return found
      .filter(({ customFields }) => customFields[field.id] === choiceId)
      .map(({ id }) => id);
  }

  /** The query of `findWithChoice`, to test its plan. */
  choiceQuery(space: string, slot: number, key: string, limit: number) {
    const { filter, options } = choiceList(slot, key, limit);
    return this.query(space, filter, options);
  }

  async isCustomFieldUsed(space: string, fieldId: string): Promise<boolean> {
    return (await this.findWithCustomField(space, fieldId, '', 1)).length > 0;
  }

  /** Active members with one of these identity keys, by key; ids only. */
  async findByIdentity(space: string, keys: readonly string[]): Promise<Map<string, string>> {
    if (keys.length === 0) return new Map();
    const filter: Filter = { identityKey: { $in: [...keys] } };
    const found = await this.findOnly(space, ['id', 'identityKey', 'deleted'], filter);
    return new Map(found.filter((one) => !one.deleted).map((one) => [one.identityKey, one.id]));
  }

  /** Active members in kana order after the given position. */
  findForExport(
    space: string,
    typeId: MemberFilter['typeId'],
    after: { sortKey: string; id: string } | null,
    limit: number,
  ): Promise<MemberDocument[]> {
    const asked = { deleted: false, typeId };
    const listed = filterOf(asked);
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
      hint: indexOf(asked),
    });
  }

  /**
   * Changes members as `findByIds` returned them with one command, each with its event; marks them
   * like `change`. `decide` returns null to keep a member, and is asked again when somebody changed
   * one meanwhile. Returns all with their changes.
   */
  async changeAll(
    space: string,
    members: readonly MemberDocument[],
    decide: (member: MemberDocument) => Partial<MemberDocument> | null,
    eventOf: (after: MemberDocument) => EventEnvelope,
  ): Promise<MemberDocument[]> {
    for (let current = members; ;) {
      const at = new Date();
      const decided = current.map((member) => ({ member, set: decide(member) }));
      const changes = decided.flatMap(({ member, set }) => {
        if (!set) return [];
        const { id, version } = member;
        const after = { ...member, ...set, version: version + 1 };
        return [{ id, version, set: withMarks(member, set, at), events: [eventOf(after)] }];
      });
      const changed = await this.setUnlessChanged(space, changes);
      if (changed === changes.length)
        return decided.map(({ member, set }) => ({ ...member, ...set }));
      const ids = members.map(({ id }) => id);
      current = await this.findByIds(space, ids);
    }
  }

  /** Members last written by an import, by row, after the given one; with all their fields. */
  findImported(
    space: string,
    importId: string,
    afterRow: number,
    limit: number,
  ): Promise<MemberDocument[]> {
    const written = { 'imported.importId': importId, 'imported.row': { $gt: afterRow } };
    const filter = { ...written, space, purge: null };
    return this.store.read(filter, { sort: { 'imported.row': 1 }, limit });
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

  /** Stores that a merge into this member has begun. No change of the member. */
  async beginMerging(space: string, id: string, attempt: MergeAttempt): Promise<void> {
    await this.endMerging(space, id, attempt.from);
    await this.updateMany(space, { id } as Filter, { $push: { merging: attempt } });
  }

  /** Forgets that a merge into this member was not finished. No change of the member. */
  async endMerging(space: string, id: string, otherId: string): Promise<void> {
    const filter = { id, 'merging.from': otherId } as Filter;
    await this.updateMany(space, filter, { $pull: { merging: { from: otherId } } });
  }

  /** Members whose CSV row names this photo. */
  findByPhotoFileName(space: string, photoFileName: string): Promise<MemberDocument[]> {
    return this.find(space, { photoFileName, deleted: false }, { limit: 2 });
  }

  /** Adds an event to a member without changing it (its version is incremented all the same). */
  async appendEvent(space: string, id: string, event: EventEnvelope): Promise<void> {
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

  /**
   * Stores a later last talk, unless the member was merged into another: then returns false. Like
   * `setLastTalk` it is no change of the member, and makes a recomputation that has not seen this
   * talk start over.
   */
  raiseLastTalk(space: string, id: string, at: Date): Promise<boolean> {
    return this.talks.load({ space, id, at });
  }

  /** Stores the talks; returns the members that were merged into another, without a change. */
  private async findMergedAfterTalks(space: string, calls: readonly Talk[]): Promise<Set<string>> {
    const latest = new Map<string, Date>();
    for (const { id, at } of calls) {
      const known = latest.get(id);
      if (!known || known < at) latest.set(id, at);
    }
    const updates = [...latest].map(([id, lastTalkedAt]) => ({
      id,
      update: { $max: { lastTalkedAt }, $inc: { talkRevision: 1 } },
    }));
    const raised = await this.updateEach(space, { merged: null } as Filter, updates);
    if (raised === updates.length) return new Set();
    const keys = [...latest.keys()].map((id) => storageKey(space, id));
    const merged = { _id: { $in: keys }, merged: { $ne: null } } as Filter;
    const found = await this.findOnly(space, ['id'], merged);
    return new Set(found.map(({ id }) => id));
  }
}

/** Members who are here, by the key of a choice. */
function choiceList(slot: number, key: string, limit: number) {
  const keys = customSortField(slot);
  return {
    filter: { deleted: false, [keys]: { $gte: key, $lte: key } } as Filter,
    options: {
      sort: { [keys]: 1, sortKey: 1, id: 1 } as const,
      limit,
      hint: sortIndexOf({ field: keys }, false),
    },
  };
}
