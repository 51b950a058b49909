import { events, type TaskFilter } from '@engawa/contracts';
import { newEvent } from '@engawa/events';
import type { Criteria, FilterDocument } from './filter.schema';

export function filterOf(document: FilterDocument): TaskFilter {
  const { id, version, userId, displayName, criteria, createdAt, updatedAt } = document;
  return {
    id,
    version,
    userId,
    displayName,
    // What the filter was saved without, by an older version, does not matter to it.
    criteria: {
      statuses: [],
      assignUserId: null,
      labelIds: [],
      due: null,
      ...(criteria as Partial<Criteria>),
    },
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** Tells the staff's other windows that their filters changed. */
export function filterEvent(space: string, staffId: string, filterId: string, version: number) {
  return newEvent(events.taskFilterChanged, {
    space,
    actor: staffId,
    aggregate: { type: 'filter', id: filterId },
    version,
    data: { staffId, filterId },
  });
}
