import type { Delivery } from '@engawa/contracts';
import { defineSchema, workIndexes, type WorkDocument } from '@engawa/persistence';

/**
 * One message to one receiver. Its id is derived from event and receiver, so that a repeated event
 * is sent once.
 */
export interface DeliveryDocument extends WorkDocument {
  target: string;
  event: string;
  /** The body for a webhook, the encrypted text for a chat. */
  body: string;
  state: Delivery['state'];
  attempts: number;
  lastAttemptAt: Date | null;
  lastStatus: number | null;
  lastError: string | null;
  expiresAt: Date;
}

export const deliveryStore = defineSchema<DeliveryDocument>({
  collection: 'deliveries',
  fields: {
    target: { type: String, required: true },
    event: { type: String, required: true },
    body: { type: String, required: true },
    state: { type: String, required: true },
    attempts: { type: Number, default: 0 },
    dueAt: { type: Date },
    lastAttemptAt: { type: Date, default: null },
    lastStatus: { type: Number, default: null },
    lastError: { type: String, default: null },
    expiresAt: { type: Date, required: true },
  },
  indexes: [
    ...workIndexes('target'),
    { keys: { space: 1, createdAt: -1, id: -1 }, serves: 'DeliveryRepository.findListPage' },
    {
      keys: { space: 1, target: 1, createdAt: -1, id: -1 },
      serves: 'DeliveryRepository.findListPage of a receiver',
    },
    {
      keys: { expiresAt: 1 },
      expireAfterSeconds: 0,
      serves: 'the server, which removes old deliveries',
    },
  ],
});
