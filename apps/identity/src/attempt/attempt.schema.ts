import { defineSchema, type SpaceDocument } from '@engawa/persistence';
import { Schema } from 'mongoose';

/** Failed attempts of one key; `id` is its hash. */
export interface AttemptDocument extends SpaceDocument {
  failures: number;
  lastAt: Date;
  /** For a guess budget: guesses of the last window. */
  guesses: { at: Date; network: string }[];
  /** For a guess budget: when it was last exhausted. */
  usedUpAt: Date | null;
}

export const attemptSchema = defineSchema<AttemptDocument>({
  collection: 'attempts',
  fields: {
    failures: { type: Number, required: true },
    lastAt: { type: Date, required: true },
    guesses: { type: [Schema.Types.Mixed], default: [] },
    usedUpAt: { type: Date, default: null },
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
