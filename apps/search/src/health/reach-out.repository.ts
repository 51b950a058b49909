import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { newEvent } from '@engawa/events';
import { DuplicateKey, InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { reachOutStore, type ReachOutCandidate, type ReachOutDocument } from './reach-out.schema';

const ID = 'reachOut';

@Injectable()
export class ReachOutRepository extends SpaceRepository<ReachOutDocument> {
  constructor(@InjectStore(reachOutStore) store: Store<ReachOutDocument>) {
    super(store);
  }

  /** Stores the list with its event if it differs; returns the stored list. */
  async put(space: string, candidates: ReachOutCandidate[]): Promise<ReachOutDocument> {
    const eventOf = (version: number) =>
      newEvent(events.reachOutChanged, {
        space,
        actor: null,
        aggregate: { type: 'reachOut', id: ID },
        version,
        data: { candidates },
      });
    for (;;) {
      const result = await this.change(space, ID, (current, next) =>
        isDeepStrictEqual(current.candidates, candidates)
          ? null
          : { set: { candidates }, events: [eventOf(next.version)] },
      );
      if (result) return result.document;
      try {
        return await this.insert(space, { id: ID, candidates }, [eventOf(1)]);
      } catch (error) {
        if (!(error instanceof DuplicateKey)) throw error;
      }
    }
  }
}
