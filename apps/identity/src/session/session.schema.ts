import { defineStore, type DocumentOf, text, orNull } from '@engawa/persistence';
import { z } from 'zod';

/** How a session was opened; recorded in the audit log. */
const authMethod = z.enum(['password', 'organisation']);
export type AuthMethod = z.infer<typeof authMethod>;

const day = 24 * 60 * 60;

/** A signed-in browser. */
export const sessionSchema = defineStore({
  collection: 'sessions',
  shape: {
    staffId: text,
    /** `sid` of its access tokens; changing it invalidates existing ones. */
    accessId: text,
    /** Epoch of the account at sign-in; see `StaffRecord.sessionEpoch`. */
    epoch: z.number(),
    /** Hash of the current refresh token. */
    tokenHash: text,
    generation: z.number(),
    rotatedAt: z.date(),
    lastSeenAt: z.date(),
    expiresAt: z.date(),
    means: authMethod.default('password'),
    endedAt: orNull(z.date()),
    userAgent: z.string().default(''),
    network: z.string().default(''),
  },
  indexes: [
    {
      name: 'activeOfStaff',
      keys: { space: 1, staffId: 1, endedAt: 1, lastSeenAt: -1 },
      serves: 'SessionRepository.findActive',
    },
    {
      name: 'expired',
      keys: { expiresAt: 1 },
      expireAfterSeconds: day,
      serves: 'expiry: sessions leave a day after their end',
    },
  ],
});

export type SessionRecord = DocumentOf<typeof sessionSchema>;
