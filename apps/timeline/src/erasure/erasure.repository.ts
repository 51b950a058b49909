import { Injectable } from '@nestjs/common';
import {
  DuplicateKey,
  InjectStore,
  type NewDocument,
  SpaceRepository,
  type Store,
} from '@engawa/persistence';
import { type ErasureDocument, erasureSchema } from './erasure.schema';

@Injectable()
export class ErasureRepository extends SpaceRepository<ErasureDocument> {
  constructor(@InjectStore(erasureSchema) store: Store<ErasureDocument>) {
    super(store);
  }

  /** Starts an erasure once, however often the event comes. */
  async begin(space: string, erasure: NewDocument<ErasureDocument>): Promise<void> {
    try {
      await this.insert(space, erasure);
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
    }
  }

  /** Unfinished erasures of all spaces, the longest waiting first. */
  findWaiting(limit: number): Promise<ErasureDocument[]> {
    const spaces = this.acrossSpaces('texts of all spaces lose the names of erased members');
    return spaces.find({ waitingSince: { $exists: true } }, { sort: { waitingSince: 1 }, limit });
  }
}
