import { Injectable } from '@nestjs/common';
import { InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { memberEntrySchema, type MemberEntryRecord } from './member.schema';

/** The projection of members. */
@Injectable()
export class MemberEntryRepository extends SpaceRepository<MemberEntryRecord> {
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

  /** Whether one of these members was merged into another, or another into it. */
  async areMerged(space: string, memberIds: readonly string[]): Promise<boolean> {
    return (await this.mergesQuery(space, memberIds).exec()).length > 0;
  }

  /** The query of `areMerged`, to test its plan. */
  mergesQuery(space: string, memberIds: readonly string[]) {
    const ids = { $in: [...memberIds] };
    const merged = { $gt: '' };
    const branches = [{ id: ids, mergedInto: merged }, { mergedInto: { ...ids, ...merged } }];
    return this.query(space, { $or: branches }, { limit: 1 });
  }
}
