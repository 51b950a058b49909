import { Injectable } from '@nestjs/common';
import { InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { memberEntrySchema, type MemberEntryRecord } from './member.schema';

@Injectable()
export class MemberEntryRepository extends SpaceRepository<MemberEntryRecord> {
  constructor(@InjectStore(memberEntrySchema) store: Store<MemberEntryRecord>) {
    super(store);
  }

  /** Every member that the space is known to have, resigned ones too. */
  findAll(space: string): Promise<MemberEntryRecord[]> {
    return this.find(space, {}, { sort: { id: 1 } });
  }

  /** Members that turned out to be this one. */
  findMergedInto(space: string, memberId: string): Promise<MemberEntryRecord[]> {
    return this.find(space, { mergedInto: memberId }, { sort: { id: 1 }, limit: 100 });
  }
}
