import { Injectable } from '@nestjs/common';
import { LABEL_LIMIT, type LabelKind, type MemberRef, type StaffRef } from '@engawa/contracts';
import { mergedMemberIds, readMergeTargets, shownMemberId } from '@engawa/directory';
import {
  InjectStore,
  SpaceRepository,
  storageKey,
  type Filter,
  type Store,
} from '@engawa/persistence';
import { nameId, nameStore, type NameDocument, type NamedKind } from './name.schema';

const MAX_MEMBERS = 2_000;

/** Ids in an entry by kind. */
export type NamedIds = Record<NamedKind, readonly string[]>;

@Injectable()
export class NameRepository extends SpaceRepository<NameDocument> {
  constructor(@InjectStore(nameStore) store: Store<NameDocument>) {
    super(store);
  }

  /** The known names of these ids, by `nameId`. */
  async findNamed(space: string, ids: NamedIds): Promise<Map<string, NameDocument>> {
    const found = await this.findByIds(space, nameIds(ids));
    return new Map(found.map((name) => [name.id, name]));
  }

  /** Like `findNamed`, only what is shown of them: a dashboard names hundreds. */
  async findRefs(space: string, ids: NamedIds): Promise<Map<string, Pick<NameDocument, 'ref'>>> {
    const keys = nameIds(ids).map((id) => storageKey(space, id));
    const found = await this.findOnly(space, ['id', 'ref'], { _id: { $in: keys } });
    return new Map(found.map((name) => [name.id, name]));
  }

  /** All ids of a member in entries, the shown one first; includes ids merged into it (MBR-5). */
  async findMemberAliases(space: string, memberId: string): Promise<string[]> {
    const shown = await this.findShownIds(space, [memberId]);
    return this.findMergedIds(space, shown(memberId));
  }

  /** The id and all ids merged into it, directly or through others. */
  findMergedIds(space: string, memberId: string): Promise<string[]> {
    return mergedMemberIds(memberId, async (id) => {
      const found = await this.find(space, { mergedInto: id }, { sort: { id: 1 } });
      return found.map(({ thingId }) => thingId);
    });
  }

  /** Maps each id to the one that is shown. */
  async findShownIds(
    space: string,
    memberIds: readonly string[],
  ): Promise<(memberId: string) => string> {
    const known = await this.findMembers(space, [...new Set(memberIds)]);
    await readMergeTargets(known, (ids) => this.findMembers(space, ids));
    return (memberId) => shownMemberId(memberId, known);
  }

  /** Like `findNamed`; the id of a merged member maps to the remaining one. */
  async findShown(space: string, ids: NamedIds): Promise<Map<string, NameDocument>> {
    const named = await this.findNamed(space, ids);
    const members = new Map(
      ids.member.flatMap((id) => {
        const name = named.get(nameId('member', id));
        return name ? [[id, name] as const] : [];
      }),
    );
    await readMergeTargets(members, (missing) => this.findMembers(space, missing));
    for (const id of ids.member) {
      const shown = members.get(shownMemberId(id, members));
      if (shown) named.set(nameId('member', id), shown);
    }
    return named;
  }

  /** The members shown for these ids; the answer takes an id, and has none for an unknown one. */
  async findShownMembers(
    space: string,
    ids: readonly string[],
  ): Promise<(id: string) => MemberRef | undefined> {
    const named = await this.findShown(space, { staff: [], member: [...new Set(ids)], label: [] });
    return (id) => named.get(nameId('member', id))?.ref as MemberRef | undefined;
  }

  private async findMembers(
    space: string,
    ids: readonly string[],
  ): Promise<Map<string, NameDocument>> {
    const found = await this.findByIds(
      space,
      ids.map((id) => nameId('member', id)),
    );
    return new Map(found.map((name) => [name.thingId, name]));
  }

  /** All staff of the space, by id; without integrations and god. */
  async findStaffs(space: string): Promise<NameDocument[]> {
    const found = await this.find(
      space,
      { kind: 'staff' },
      { sort: { id: 1 }, limit: MAX_MEMBERS },
    );
    return found.filter(({ ref, god }) => !god && !(ref as StaffRef | null)?.integration);
  }

  /** Ids of the labels that mark asks or offers. */
  async findKindLabels(space: string): Promise<Record<LabelKind, string[]>> {
    const found = (await this.kindLabelQuery(space).exec()) as NameDocument[];
    const of = (kind: LabelKind) =>
      found.filter(({ labelKind }) => labelKind === kind).map(({ thingId }) => thingId);
    return { seeks: of('seeks'), offers: of('offers') };
  }

  /** The query of `findKindLabels`, to test its plan. */
  kindLabelQuery(space: string) {
    return this.query(space, { labelKind: { $gt: '' } } as Filter, {
      sort: { labelKind: 1, id: 1 },
      limit: LABEL_LIMIT,
    });
  }

  /** Members of all spaces after the given key; ids and keys only. */
  async findMembersOfAll(
    after: string,
    limit: number,
  ): Promise<{ key: string; space: string; thingId: string }[]> {
    const found = await this.acrossSpaces('all members are counted for the first time').findOnly(
      ['space', 'id', 'thingId'],
      { _id: { $gt: after }, kind: 'member' },
      { sort: { _id: 1 }, limit },
    );
    return found.map(({ space, id, thingId }) => ({ key: storageKey(space, id), space, thingId }));
  }

  /** All members of the space except these, by id. */
  async findOtherMembers(space: string, memberIds: readonly string[]): Promise<NameDocument[]> {
    const all: NameDocument[] = [];
    for (let last = nameId('member', ''); ;) {
      const found = await this.find(
        space,
        { kind: 'member', id: { $gt: last } },
        { sort: { id: 1 }, limit: MAX_MEMBERS },
      );
      all.push(...found.filter(({ thingId }) => !memberIds.includes(thingId)));
      if (found.length < MAX_MEMBERS) return all;
      last = found.at(-1)!.id;
    }
  }

  /** Names of all spaces whose entries have to be reindexed, the longest waiting first. */
  findStale(limit: number): Promise<NameDocument[]> {
    const spaces = this.acrossSpaces('entries of renamed things are indexed anew in all spaces');
    return spaces.find({ staleSince: { $exists: true } }, { sort: { staleSince: 1 }, limit });
  }

  /** Clears the mark, unless the name changed since `staleSince`. */
  async clearStale(space: string, id: string, staleSince: Date): Promise<void> {
    await this.updateMany(space, { id, staleSince } as Filter, {
      $unset: { staleSince: 1 },
    });
  }
}

function nameIds({ staff, member, label }: NamedIds): string[] {
  return [
    ...staff.map((id) => nameId('staff', id)),
    ...member.map((id) => nameId('member', id)),
    ...label.map((id) => nameId('label', id)),
  ];
}
