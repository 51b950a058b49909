import { Injectable } from '@nestjs/common';
import { DuplicateKey, InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { type ReadPositionDocument, readPositionSchema } from './read-position.schema';

@Injectable()
export class ReadPositionRepository extends SpaceRepository<ReadPositionDocument> {
  constructor(@InjectStore(readPositionSchema) store: Store<ReadPositionDocument>) {
    super(store);
  }

  /** Moves the position forward, never back; returns the result. */
  async advance(space: string, staffId: string, timeline: Date): Promise<Date> {
    const move = () => this.updateWhere(space, { id: staffId }, { $max: { timeline } });
    const moved = await move();
    if (moved) return moved.timeline;
    try {
      return (await this.insert(space, { id: staffId, timeline })).timeline;
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
      return (await move())!.timeline;
    }
  }
}
