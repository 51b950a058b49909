import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import {
  foldText,
  SAVED_SEARCH_LIMIT,
  savedSearch,
  type CreateSavedSearchInput,
  type SavedSearch,
  type UpdateSavedSearchInput,
} from '@engawa/contracts';
import { newId, orRefuse } from '@engawa/persistence';
import { PreconditionFailed } from '@engawa/service-kit';
import {
  SavedSearchNameTaken,
  SavedSearchNotFound,
  TooManySavedSearches,
} from './saved-search.errors';
import { savedSearchEvent, savedSearchOf } from './saved-search.mapper';
import { SavedSearchRepository } from './saved-search.repository';
import type { SavedSearchDocument } from './saved-search.schema';

/** The searches that a staff saved; each sees and changes only their own (SRC-2). */
@Injectable()
export class SavedSearchService {
  constructor(private readonly searches: SavedSearchRepository) {}

  async list({ space, staffId }: CurrentStaff): Promise<{ items: SavedSearch[] }> {
    return { items: (await this.searches.findOfStaff(space, staffId)).map(savedSearchOf) };
  }

  /** Throws `SavedSearchNameTaken` or `TooManySavedSearches`. */
  async create({ space, staffId }: CurrentStaff, input: CreateSavedSearchInput) {
    const own = await this.searches.findOfStaff(space, staffId);
    if (own.length >= SAVED_SEARCH_LIMIT) throw new TooManySavedSearches(SAVED_SEARCH_LIMIT);
    const { displayName, criteria } = input;
    const document = { id: newId(), staffId, ...named(displayName), criteria };
    const told = [savedSearchEvent({ space, ...document }, 1)];
    return savedSearchOf(await orRefuse(this.searches.insert(space, document, told), refusals));
  }

  /** Throws `SavedSearchNotFound`, `SavedSearchNameTaken` or `PreconditionFailed`. */
  async update(
    { space, staffId }: CurrentStaff,
    id: string,
    { displayName, criteria }: UpdateSavedSearchInput,
    ifVersion: number | null,
  ): Promise<SavedSearch> {
    await this.requireOwn(space, staffId, id);
    const set = {
      ...(displayName !== undefined ? named(displayName) : {}),
      ...(criteria !== undefined ? { criteria } : {}),
    };
    const result = await orRefuse(
      this.searches.change(
        space,
        id,
        (current, next) => ({ set, events: [savedSearchEvent(current, next.version)] }),
        { ifVersion },
      ),
      refusals,
    );
    if (!result) throw new SavedSearchNotFound();
    return savedSearchOf(result.document);
  }

  /** Throws `SavedSearchNotFound` or `PreconditionFailed`. */
  async delete(
    { space, staffId }: CurrentStaff,
    id: string,
    ifVersion: number | null,
  ): Promise<void> {
    await this.requireOwn(space, staffId, id);
    const removed = await orRefuse(this.searches.remove(space, id, { ifVersion }), refusals);
    if (!removed) throw new SavedSearchNotFound();
  }

  private async requireOwn(space: string, staffId: string, id: string): Promise<void> {
    const found = await this.searches.findById(space, id);
    if (found?.staffId !== staffId) throw new SavedSearchNotFound();
  }
}

const stale = (current: SavedSearchDocument) =>
  new PreconditionFailed('search.saved-search.stale', savedSearch, savedSearchOf(current));
const refusals = { stale, taken: () => new SavedSearchNameTaken() };

function named(displayName: string) {
  return { displayName, nameKey: foldText(displayName) };
}
