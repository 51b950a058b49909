import { defineStore, type DocumentOf, listOf, orNull, nested } from '@engawa/persistence';
import { z } from 'zod';

/** Failed attempts of one key; `id` is its hash. */
export const attemptSchema = defineStore({
  collection: 'attempts',
  shape: {
    failures: z.number(),
    lastAt: z.date(),
    /** For a guess budget: guesses of the last window. */
    guesses: listOf(
      nested({
        at: z.date(),
        network: z.string(),
      }),
    ),
    /** For a guess budget: when it was last exhausted. */
    usedUpAt: orNull(z.date()),
  },
  indexes: [
    {
      name: 'forgotten',
      keys: { lastAt: 1 },
      expireAfterSeconds: 2 * 60 * 60,
      serves: 'expiry: longer than any policy remembers',
    },
  ],
});

export type AttemptDocument = DocumentOf<typeof attemptSchema>;
