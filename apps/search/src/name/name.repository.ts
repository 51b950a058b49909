import { Injectable } from '@nestjs/common';
import {
  inSystemScope,
  InjectStore,
  SpaceRepository,
  type Filter,
  type Store,
} from '@engawa/persistence';
import { nameId, nameStore, type NameDocument, type NamedKind } from './name.schema';

const MEMBERS_READ = 2_000;

/** Ids of the things that an entry names. */
export type NamedIds = Record<NamedKind, readonly string[]>;

@Injectable()
export class NameRepository extends SpaceRepository<NameDocument> {
  constructor(@InjectStore(nameStore) store: Store<NameDocument>) {
    super(store);
  }

  /** What is known of these things, by `nameId`. */
  async findNamed(space: string, ids: NamedIds): Promise<Map<string, NameDocument>> {
    const wanted = [
      ...ids.staff.map((id) => nameId('staff', id)),
      ...ids.member.map((id) => nameId('member', id)),
      ...ids.label.map((id) => nameId('label', id)),
    ];
    const found = await this.findByIds(space, wanted);
    return new Map(found.map((name) => [name.id, name]));
  }

  /** The member's id and those of members who turned out to be this one. */
  async findMemberAliases(space: string, memberId: string): Promise<string[]> {
    const merged = await this.find(
      space,
      { mergedInto: memberId },
      { sort: { id: 1 }, limit: 100 },
    );
    return [memberId, ...merged.map(({ thingId }) => thingId)];
  }

  /** Like `findNamed`; under a merged member's id stands the one that it turned out to be. */
  async findShown(space: string, ids: NamedIds): Promise<Map<string, NameDocument>> {
    const named = await this.findNamed(space, ids);
    const merged = [...named.values()].filter(({ mergedInto }) => mergedInto);
    if (merged.length === 0) return named;
    const kept = await this.findNamed(space, {
      staff: [],
      member: merged.map(({ mergedInto }) => mergedInto!),
      label: [],
    });
    for (const { id, mergedInto } of merged) {
      const instead = kept.get(nameId('member', mergedInto!));
      if (instead) named.set(id, instead);
    }
    return named;
  }

  /** All staff of the space, by id. */
  findStaffs(space: string): Promise<NameDocument[]> {
    return this.find(space, { kind: 'staff' }, { sort: { id: 1 }, limit: MEMBERS_READ });
  }

  /** Members of all spaces with their keys, after the given key; ids alone. */
  async findMembersOfAll(
    after: string,
    limit: number,
  ): Promise<{ key: string; space: string; thingId: string }[]> {
    const found = await inSystemScope('all members are counted for the first time', () =>
      this.store.model
        .find({ _id: { $gt: after }, kind: 'member' } as never)
        .select({ _id: 1, space: 1, thingId: 1 })
        .sort({ _id: 1 })
        .limit(limit)
        .lean<{ _id: string; space: string; thingId: string }[]>()
        .exec(),
    );
    return found.map(({ _id: key, space, thingId }) => ({ key, space, thingId }));
  }

  /** All members of the space but one, by id. */
  async findOtherMembers(space: string, memberId: string): Promise<NameDocument[]> {
    const all: NameDocument[] = [];
    for (let last = nameId('member', ''); ;) {
      const found = await this.find(
        space,
        { kind: 'member', id: { $gt: last } },
        { sort: { id: 1 }, limit: MEMBERS_READ },
      );
      all.push(...found.filter(({ thingId }) => thingId !== memberId));
      if (found.length < MEMBERS_READ) return all;
      last = found.at(-1)!.id;
    }
  }

  /** Names of all spaces whose entries are to be indexed anew, the longest waiting first. */
  findStale(limit: number): Promise<NameDocument[]> {
    return inSystemScope('entries of renamed things are indexed anew in all spaces', () =>
      this.store.model
        .find({ staleSince: { $exists: true } } as never)
        .sort({ staleSince: 1 })
        .limit(limit)
        .lean<NameDocument[]>()
        .exec(),
    );
  }

  /** All entries follow the name as it was at `staleSince`. */
  async settle(space: string, id: string, staleSince: Date): Promise<void> {
    await this.updateMany(space, { id, staleSince } as Filter, {
      $unset: { staleSince: 1 },
    });
  }
}
