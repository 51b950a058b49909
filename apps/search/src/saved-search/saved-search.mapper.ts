import { events, type SavedSearch } from '@engawa/contracts';
import { newEvent } from '@engawa/events';
import type { SavedSearchDocument } from './saved-search.schema';

export function savedSearchOf(document: SavedSearchDocument): SavedSearch {
  return {
    id: document.id,
    version: document.version,
    displayName: document.displayName,
    criteria: document.criteria,
    createdAt: document.createdAt.toISOString(),
    updatedAt: document.updatedAt.toISOString(),
  };
}

/** Tells the staff's other windows that their saved searches changed. */
export function savedSearchEvent(
  document: Pick<SavedSearchDocument, 'space' | 'staffId' | 'id'>,
  version: number,
  actor: string | null = document.staffId,
) {
  const { space, staffId, id } = document;
  return newEvent(events.savedSearchChanged, {
    space,
    actor,
    aggregate: { type: 'savedSearch', id },
    version,
    data: { staffId, savedSearchId: id },
  });
}
