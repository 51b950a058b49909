import type { Delivery } from '@engawa/contracts';
import type { DeliveryDocument } from './delivery.schema';

export function toDelivery(document: DeliveryDocument): Delivery {
  return {
    id: document.id,
    target: document.target,
    event: document.event,
    state: document.state,
    attempts: document.attempts,
    nextAttemptAt: document.dueAt?.toISOString() ?? null,
    lastAttemptAt: document.lastAttemptAt?.toISOString() ?? null,
    lastStatus: document.lastStatus,
    lastError: document.lastError,
    createdAt: document.createdAt.toISOString(),
  };
}
