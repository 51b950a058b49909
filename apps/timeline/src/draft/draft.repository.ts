import { Injectable } from '@nestjs/common';
import { DRAFT_LIMIT } from '@engawa/contracts';
import { InjectStore, SpaceRepository, storageKey, type Store } from '@engawa/persistence';
import { type DraftDocument, draftSchema } from './draft.schema';

@Injectable()
export class DraftRepository extends SpaceRepository<DraftDocument> {
  constructor(@InjectStore(draftSchema) store: Store<DraftDocument>) {
    super(store);
  }

  /** Open drafts of a staff member, latest change first. */
  findOpen(space: string, ownerId: string): Promise<DraftDocument[]> {
    return this.openQuery(space, ownerId).exec() as unknown as Promise<DraftDocument[]>;
  }

  /** Of all open drafts of a staff member. */
  findPlaces(space: string, ownerId: string): Promise<Pick<DraftDocument, 'place'>[]> {
    const limit = DRAFT_LIMIT;
    return this.findOnly(space, ['place'], { ownerId, state: 'open' }, { limit, hint: 'owner' });
  }

  /** The query of the list, to test its plan. */
  openQuery(space: string, ownerId: string) {
    return this.query(
      space,
      { ownerId, state: 'open' },
      { sort: { updatedAt: -1, id: -1 }, limit: DRAFT_LIMIT, hint: 'owner' },
    );
  }

  /** All drafts of the space by id; for jobs. */
  findAfterId(space: string, after: string | null, limit: number): Promise<DraftDocument[]> {
    const range = { $gt: storageKey(space, after ?? ''), $lt: `${space}0` };
    return this.find(space, { _id: range }, { sort: { _id: 1 }, limit, hint: '_id_' });
  }
}
