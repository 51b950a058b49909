import { Injectable } from '@nestjs/common';
import { foldText, SAVED_SEARCH_LIMIT } from '@engawa/contracts';
import { DuplicateKey, InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
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

  /** All of the space, whoever saved them. */
  findAll(space: string): Promise<SavedSearchDocument[]> {
    return this.find(space, {});
  }

  /** Takes texts in place of those that are not to be kept; one that so loses its name goes. */
  async redact(
    { space, id }: SavedSearchDocument,
    displayName: string,
    criteria: SavedSearchDocument['criteria'],
  ): Promise<void> {
    const set = { displayName, nameKey: foldText(displayName), criteria };
    try {
      await this.change(space, id, () => ({ set }));
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
      await this.deleteWhere(space, { id });
    }
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
