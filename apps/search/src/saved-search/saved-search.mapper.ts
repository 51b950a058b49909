import type { SavedSearch } from '@engawa/contracts';
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
