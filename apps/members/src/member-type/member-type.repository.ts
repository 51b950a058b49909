import { Injectable } from '@nestjs/common';
import {
  DuplicateKey,
  inSystemScope,
  InjectStore,
  SpaceRepository,
  type Change,
  type Store,
} from '@engawa/persistence';
import { memberTypeSetStore, TYPE_SET_ID, type MemberTypeSetDocument } from './member-type.schema';

@Injectable()
export class MemberTypeRepository extends SpaceRepository<MemberTypeSetDocument> {
  constructor(@InjectStore(memberTypeSetStore) store: Store<MemberTypeSetDocument>) {
    super(store);
  }

  findSet(space: string): Promise<MemberTypeSetDocument | null> {
    return this.findById(space, TYPE_SET_ID);
  }

  /** Changes the space's set, creating it if needed; retries after a conflict. */
  async changeSet(
    space: string,
    decide: (current: MemberTypeSetDocument) => Change<MemberTypeSetDocument> | null,
  ): Promise<MemberTypeSetDocument> {
    for (;;) {
      const result = await this.change(space, TYPE_SET_ID, decide, { once: true });
      if (result) return result.document;
      await this.insert(space, { id: TYPE_SET_ID, types: [], seeded: false, clearing: [] }).catch(
        (error: unknown) => {
          if (!(error instanceof DuplicateKey)) throw error;
        },
      );
    }
  }

  /** Sets of all spaces with members to clear. */
  findClearing(limit: number): Promise<MemberTypeSetDocument[]> {
    return inSystemScope('deleted member types of all spaces are cleared', () =>
      this.store.model
        .find({ clearingSince: { $exists: true } } as never)
        .sort({ clearingSince: 1 })
        .limit(limit)
        .lean<MemberTypeSetDocument[]>()
        .exec(),
    );
  }
}
