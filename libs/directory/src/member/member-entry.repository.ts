import { Injectable } from '@nestjs/common';
import { InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { memberEntrySchema, type MemberEntryRecord } from './member.schema';

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
}
