import { Injectable } from '@nestjs/common';
import {
  DuplicateKey,
  InjectStore,
  type NewDocument,
  type Store,
  WorkRepository,
} from '@engawa/persistence';
import { type ErasureDocument, erasureSchema } from './erasure.schema';

@Injectable()
export class ErasureRepository extends WorkRepository<ErasureDocument> {
  constructor(@InjectStore(erasureSchema) store: Store<ErasureDocument>) {
    super(store, null, 'waitingSince');
  }

  /** Starts an erasure once, however often the event comes. */
  async begin(space: string, erasure: NewDocument<ErasureDocument>): Promise<void> {
    try {
      await this.insert(space, erasure);
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
    }
  }
}
