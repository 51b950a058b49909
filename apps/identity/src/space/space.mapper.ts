import type { DataOf, events, Space } from '@engawa/contracts';
import type { SpaceRecord } from './space.schema';

export function toSpace(record: SpaceRecord): Space {
  return {
    id: record.id,
    version: record.version,
    displayName: record.displayName,
    timeZone: record.timeZone,
    createdAt: record.createdAt.toISOString(),
  };
}

/** Facts of a space for other services. */
export function toSpaceFacts(
  record: Pick<SpaceRecord, 'id' | 'displayName' | 'timeZone'>,
): DataOf<typeof events.spaceUpdated> {
  return { spaceId: record.id, displayName: record.displayName, timeZone: record.timeZone };
}
