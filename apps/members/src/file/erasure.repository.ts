import { Injectable } from '@nestjs/common';
import { inSystemScope, InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { erasureStore, type ErasureDocument } from './erasure.schema';

@Injectable()
export class ErasureRepository extends SpaceRepository<ErasureDocument> {
  constructor(@InjectStore(erasureStore) store: Store<ErasureDocument>) {
    super(store);
  }

  /** Erasures of all spaces that are not applied to imports yet, the longest waiting first. */
  findWaiting(limit: number): Promise<ErasureDocument[]> {
    return inSystemScope('imports of all spaces lose the names of erased members', () =>
      this.store.model
        .find({ waitingSince: { $exists: true } } as never)
        .sort({ waitingSince: 1 })
        .limit(limit)
        .lean<ErasureDocument[]>()
        .exec(),
    );
  }
}
