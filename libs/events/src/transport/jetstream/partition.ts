import type { EventEnvelope } from '@engawa/contracts';

/**
 * Partitions of each stream. A listening service has one durable consumer per partition with one
 * message in progress, so this limits its concurrency per stream. Changing the number requires a
 * migration of subjects and consumers.
 */
export const PARTITIONS = 4;

/** The partition of an event's aggregate (FNV-1a). */
export function partitionOf({ space, aggregate }: EventEnvelope): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(`${space}/${aggregate.type}/${aggregate.id}`)) {
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  }
  return hash % PARTITIONS;
}
