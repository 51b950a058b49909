import { webhookEvent, receiverDisabledReason } from '@engawa/contracts';
import { defineStore, type DocumentOf, orNull, place, placeIndex, text } from '@engawa/persistence';
import { z } from 'zod';

export const webhookStore = defineStore({
  collection: 'webhooks',
  shape: {
    url: text,
    description: z.string().default(''),
    events: z.array(webhookEvent),
    enabled: z.boolean(),
    disabledReason: orNull(receiverDisabledReason),
    /** Since when all attempts have failed. */
    failingSince: orNull(z.date()).optional(),
    /** Encrypted. */
    secret: text,
    /** The encrypted secret before the last rotation; both sign until `previousUntil`. */
    previousSecret: orNull(z.string()),
    previousUntil: orNull(z.date()),
    secretRotatedAt: z.date(),
    place,
  },
  indexes: [
    { keys: { space: 1, id: 1 }, serves: 'WebhookRepository.findAll' },
    {
      keys: { space: 1, enabled: 1, events: 1 },
      serves: 'WebhookRepository.findListening',
    },
    placeIndex([]),
  ],
});

export type WebhookDocument = DocumentOf<typeof webhookStore>;
