import { Injectable } from '@nestjs/common';
import { InjectStore, type Store } from '@engawa/persistence';
import { ClearingSetRepository } from '../clearing/clearing-set.repository';
import { memberTypeSetStore, TYPE_SET_ID, type MemberTypeSetDocument } from './member-type.schema';

@Injectable()
export class MemberTypeRepository extends ClearingSetRepository<MemberTypeSetDocument> {
  protected readonly setId = TYPE_SET_ID;

  constructor(@InjectStore(memberTypeSetStore) store: Store<MemberTypeSetDocument>) {
    super(store);
  }

  findSet(space: string): Promise<MemberTypeSetDocument | null> {
    return this.findById(space, TYPE_SET_ID);
  }

  protected insertEmpty(space: string): Promise<unknown> {
    return this.insert(space, { id: TYPE_SET_ID, types: [], seeded: false, clearing: [] });
  }
}
