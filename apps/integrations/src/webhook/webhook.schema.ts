import type { ReceiverDisabledReason, WebhookEvent } from '@engawa/contracts';
import { defineSchema, type SpaceDocument } from '@engawa/persistence';

export interface WebhookDocument extends SpaceDocument {
  url: string;
  description: string;
  events: WebhookEvent[];
  enabled: boolean;
  disabledReason: ReceiverDisabledReason | null;
  /** Since when all attempts have failed. */
  failingSince?: Date | null;
  /** Encrypted. */
  secret: string;
  /** The encrypted secret before the last rotation; both sign until `previousUntil`. */
  previousSecret: string | null;
  previousUntil: Date | null;
  secretRotatedAt: Date;
}

export const webhookStore = defineSchema<WebhookDocument>({
  collection: 'webhooks',
  fields: {
    url: { type: String, required: true },
    description: { type: String, default: '' },
    events: { type: [String], required: true },
    enabled: { type: Boolean, required: true },
    disabledReason: { type: String, default: null },
    failingSince: { type: Date, default: null },
    secret: { type: String, required: true },
    previousSecret: { type: String, default: null },
    previousUntil: { type: Date, default: null },
    secretRotatedAt: { type: Date, required: true },
  },
  indexes: [
    { keys: { space: 1, id: 1 }, serves: 'WebhookRepository.findAll' },
    {
      keys: { space: 1, enabled: 1, events: 1 },
      serves: 'WebhookRepository.findListening',
    },
  ],
});
