import { Injectable } from '@nestjs/common';
import { InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { COUNT_ID, countSchema, type CountDocument } from './count.schema';

@Injectable()
export class CountRepository extends SpaceRepository<CountDocument> {
  constructor(@InjectStore(countSchema) store: Store<CountDocument>) {
    super(store);
  }

  findCounts(space: string): Promise<CountDocument | null> {
    return this.findById(space, COUNT_ID);
  }

  /** Adds what one event changed, once however often it comes. */
  addOnce(space: string, eventId: string, increments: Record<string, number>): Promise<boolean> {
    return this.applyOnce(space, COUNT_ID, eventId, { $inc: increments });
  }
}
