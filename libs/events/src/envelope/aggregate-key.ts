import type { EventEnvelope } from '@engawa/contracts';

/** Events with the same key are delivered and applied in order. */
export function aggregateKey({ space, aggregate }: EventEnvelope): string {
  return `${space}/${aggregate.type}/${aggregate.id}`;
}
