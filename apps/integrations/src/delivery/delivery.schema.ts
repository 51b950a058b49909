import { delivery } from '@engawa/contracts';
import {
  workIndexes,
  workFields,
  defineStore,
  type DocumentOf,
  text,
  orNull,
} from '@engawa/persistence';
import { z } from 'zod';

/**
 * One message to one receiver. Its id is derived from event and receiver, so that a repeated event
 * is sent once.
 */
export const deliveryStore = defineStore({
  collection: 'deliveries',
  shape: {
    ...workFields,
    target: text,
    event: text,
    /** The body for a webhook, the encrypted text for a chat. */
    body: text,
    /** What a chat message is about (`post/ID`), as long as its text is kept. */
    about: text.optional(),
    /**
     * Version of that when the message was last emptied, because that was deleted, or filled again,
     * because the deletion was undone.
     */
    aboutVersion: z.number().optional(),
    state: delivery.shape.state,
    attempts: z.number().default(0),
    lastAttemptAt: orNull(z.date()),
    lastStatus: orNull(z.number()),
    lastError: orNull(z.string()),
    expiresAt: z.date(),
  },
  indexes: [
    ...workIndexes('target'),
    { keys: { space: 1, createdAt: -1, id: -1 }, serves: 'DeliveryRepository.findListPage' },
    {
      keys: { space: 1, target: 1, createdAt: -1, id: -1 },
      serves: 'DeliveryRepository.findListPage of a receiver',
    },
    {
      keys: { space: 1, about: 1 },
      partial: { about: { $exists: true } },
      serves: 'DeliveryRepository.replaceMessages, withdrawMessages and restoreMessages',
    },
    {
      keys: { expiresAt: 1 },
      expireAfterSeconds: 0,
      serves: 'the server, which removes old deliveries',
    },
  ],
});

export type DeliveryDocument = DocumentOf<typeof deliveryStore>;
