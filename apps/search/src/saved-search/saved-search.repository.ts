import { Injectable } from '@nestjs/common';
import { foldText, SAVED_SEARCH_LIMIT } from '@engawa/contracts';
import { DuplicateKey, InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { savedSearchEvent } from './saved-search.mapper';
import {
  SAVED_SEARCH_LABEL_INDEX,
  savedSearchStore,
  type SavedSearchDocument,
} from './saved-search.schema';

@Injectable()
export class SavedSearchRepository extends SpaceRepository<SavedSearchDocument> {
  constructor(@InjectStore(savedSearchStore) store: Store<SavedSearchDocument>) {
    super(store);
  }

  /** By name. */
  findOfStaff(space: string, staffId: string): Promise<SavedSearchDocument[]> {
    return this.ofStaffQuery(space, staffId).exec() as Promise<SavedSearchDocument[]>;
  }

  /** All saved searches of the space. */
  findAll(space: string): Promise<SavedSearchDocument[]> {
    return this.find(space, {});
  }

  /** Saved searches of all staff. */
  findWithLabel(space: string, labelId: string): Promise<SavedSearchDocument[]> {
    return this.find(space, { 'criteria.labelId': labelId }, { hint: SAVED_SEARCH_LABEL_INDEX });
  }

  /** Replaces texts of an erased member; a search that loses its name is removed. */
  async redact(
    { space, id }: SavedSearchDocument,
    displayName: string,
    criteria: SavedSearchDocument['criteria'],
  ): Promise<void> {
    const left = { displayName, criteria };
    try {
      await this.change(space, id, (current, next) => ({
        set: { ...left, nameKey: foldText(displayName) },
        events: [savedSearchEvent(current, next.version, null)],
      }));
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
      await this.remove(space, id, { actor: null, left });
    }
  }

  /** Removes it; null without one. `left` is stored in the tombstone while its event is pending. */
  remove(
    space: string,
    id: string,
    options: {
      ifVersion?: number | null;
      actor?: null;
      left?: Pick<SavedSearchDocument, 'displayName' | 'criteria'>;
    } = {},
  ) {
    const { ifVersion, actor, left } = options;
    return this.change(
      space,
      id,
      (current, next) => ({
        // The name is free immediately.
        set: { ...left, nameKey: `\u0000${current.id}` },
        unset: ['place'],
        events: [savedSearchEvent(current, next.version, actor)],
        purge: true,
      }),
      { ifVersion },
    );
  }

  /** The query of `findOfStaff`, to test its plan. */
  ofStaffQuery(space: string, staffId: string) {
    return this.query(space, { staffId }, { sort: { nameKey: 1 }, limit: SAVED_SEARCH_LIMIT + 1 });
  }
}
