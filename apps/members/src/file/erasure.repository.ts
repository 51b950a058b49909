import { Injectable } from '@nestjs/common';
import { InjectStore, type Store, WorkRepository } from '@engawa/persistence';
import { erasureStore, type ErasureDocument } from './erasure.schema';

@Injectable()
export class ErasureRepository extends WorkRepository<ErasureDocument> {
  constructor(@InjectStore(erasureStore) store: Store<ErasureDocument>) {
    super(store, null, 'waitingSince');
  }
}
