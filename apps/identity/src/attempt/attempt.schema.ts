import { defineSchema, type SpaceDocument } from '@engawa/persistence';

/** Failed sign-ins under one key; `id` is a hash of what is counted. */
export interface AttemptDocument extends SpaceDocument {
  failures: number;
  lastAt: Date;
}

export const attemptSchema = defineSchema<AttemptDocument>({
  collection: 'attempts',
  fields: {
    failures: { type: Number, required: true },
    lastAt: { type: Date, required: true },
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
