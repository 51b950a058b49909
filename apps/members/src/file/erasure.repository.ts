import { Injectable } from '@nestjs/common';
import { InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { erasureStore, type ErasureDocument } from './erasure.schema';

@Injectable()
export class ErasureRepository extends SpaceRepository<ErasureDocument> {
  constructor(@InjectStore(erasureStore) store: Store<ErasureDocument>) {
    super(store);
  }

  /** Erasures of all spaces that are not applied to imports yet, the longest waiting first. */
  findWaiting(limit: number): Promise<ErasureDocument[]> {
    const spaces = this.acrossSpaces('imports of all spaces lose the names of erased members');
    return spaces.find({ waitingSince: { $exists: true } }, { sort: { waitingSince: 1 }, limit });
  }
}
