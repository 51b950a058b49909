import type { EventEnvelope } from '@engawa/contracts';

/**
 * Partitions of each stream. A listening service has a durable consumer for each of them with one
 * message in hand, so this bounds the messages of a stream that a service applies at the same time.
 * Changing the number needs a migration of subjects and consumers.
 */
export const PARTITIONS = 4;

/** The partition of an event's aggregate: all events of an aggregate share it (FNV-1a). */
export function partitionOf({ space, aggregate }: EventEnvelope): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(`${space}/${aggregate.type}/${aggregate.id}`)) {
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  }
  return hash % PARTITIONS;
}
