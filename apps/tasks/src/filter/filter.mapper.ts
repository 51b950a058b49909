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
    // Fields missing in filters of older versions mean any.
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

/** Updates the other windows of the staff member. */
export function filterEvent(space: string, staffId: string, filterId: string, version: number) {
  return newEvent(events.taskFilterChanged, {
    space,
    actor: staffId,
    aggregate: { type: 'filter', id: filterId },
    version,
    data: { staffId, filterId },
  });
}
