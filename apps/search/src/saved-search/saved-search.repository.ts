import { Injectable } from '@nestjs/common';
import { SAVED_SEARCH_LIMIT } from '@engawa/contracts';
import { InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { savedSearchStore, type SavedSearchDocument } from './saved-search.schema';

@Injectable()
export class SavedSearchRepository extends SpaceRepository<SavedSearchDocument> {
  constructor(@InjectStore(savedSearchStore) store: Store<SavedSearchDocument>) {
    super(store);
  }

  /** By name. */
  findOfStaff(space: string, staffId: string): Promise<SavedSearchDocument[]> {
    return this.ofStaffQuery(space, staffId).exec() as Promise<SavedSearchDocument[]>;
  }

  /** Removes that version of it; false where another stands there, or none. */
  async remove(space: string, id: string, version: number): Promise<boolean> {
    return (await this.deleteWhere(space, { id, version })) === 1;
  }

  /** The query of `findOfStaff`, for a test of its plan. */
  ofStaffQuery(space: string, staffId: string) {
    return this.query(space, { staffId }, { sort: { nameKey: 1 }, limit: SAVED_SEARCH_LIMIT + 1 });
  }
}
