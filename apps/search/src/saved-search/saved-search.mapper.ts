import { events, type SavedSearch } from '@engawa/contracts';
import { newEvent } from '@engawa/events';
import type { SavedSearchDocument } from './saved-search.schema';

/** `shownId` maps merged members to the remaining one (MBR-5). */
export function savedSearchOf(
  document: SavedSearchDocument,
  shownId: (memberId: string) => string,
): SavedSearch {
  const { memberId, otherMemberId } = document.criteria;
  return {
    id: document.id,
    version: document.version,
    displayName: document.displayName,
    criteria: {
      ...document.criteria,
      memberId: memberId && shownId(memberId),
      otherMemberId: otherMemberId && shownId(otherMemberId),
    },
    createdAt: document.createdAt.toISOString(),
    updatedAt: document.updatedAt.toISOString(),
  };
}

/** Updates the other windows of the staff member. */
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
