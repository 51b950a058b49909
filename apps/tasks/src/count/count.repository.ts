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

  /** Puts figures that were counted anew; nothing where an event came in between (`version`). */
  async replace(
    space: string,
    version: number,
    byStaff: CountDocument['byStaff'],
  ): Promise<boolean> {
    if (version === 0) {
      await this.insert(space, { id: COUNT_ID, byStaff });
      return true;
    }
    const result = await this.change(space, COUNT_ID, (current) =>
      current.version === version ? { set: { byStaff } } : null,
    );
    return result?.changed ?? false;
  }
}
