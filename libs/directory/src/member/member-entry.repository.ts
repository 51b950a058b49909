import { Injectable } from '@nestjs/common';
import { BatchLoader, InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { memberEntrySchema, type MemberEntryRecord } from './member.schema';

interface MembersOfSpace {
  space: string;
  memberIds: readonly string[];
}

/** The projection of members. */
@Injectable()
export class MemberEntryRepository extends SpaceRepository<MemberEntryRecord> {
  /** One query of each space for what concurrent events ask. */
  private readonly merges = new BatchLoader<MembersOfSpace, boolean>((calls) => {
    const spaces = new Map(
      [...new Set(calls.map(({ space }) => space))].map((space) => [
        space,
        this.hasMerged(
          space,
          calls.flatMap((call) => (call.space === space ? call.memberIds : [])),
        ),
      ]),
    );
    return Promise.all(calls.map(({ space }) => spaces.get(space)!));
  });

  constructor(@InjectStore(memberEntrySchema) store: Store<MemberEntryRecord>) {
    super(store);
  }

  /** All known members of the space, including resigned ones. */
  findAll(space: string): Promise<MemberEntryRecord[]> {
    return this.find(space, {}, { sort: { id: 1 } });
  }

  /** Ids of the members that were merged into this one. */
  async findMergedInto(space: string, memberId: string): Promise<string[]> {
    const found = await this.find(space, { mergedInto: memberId }, { sort: { id: 1 } });
    return found.map(({ id }) => id);
  }

  /**
   * False when none of these members was merged into another, nor another into one of them. True
   * may be due to members of a concurrent call.
   */
  mayBeMerged(space: string, memberIds: readonly string[]): Promise<boolean> {
    return this.merges.load({ space, memberIds });
  }

  private async hasMerged(space: string, memberIds: readonly string[]): Promise<boolean> {
    return (await this.mergesQuery(space, [...new Set(memberIds)]).exec()).length > 0;
  }

  /** The query of `mayBeMerged`, to test its plan. */
  mergesQuery(space: string, memberIds: readonly string[]) {
    const ids = { $in: [...memberIds] };
    const merged = { $gt: '' };
    const branches = [{ id: ids, mergedInto: merged }, { mergedInto: { ...ids, ...merged } }];
    return this.query(space, { $or: branches }, { limit: 1 });
  }
}
