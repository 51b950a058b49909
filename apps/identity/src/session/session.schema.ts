import { defineSchema, type SpaceDocument } from '@engawa/persistence';

/** How a session was opened; recorded in the audit log. */
export type AuthMethod = 'password' | 'organisation';

/** A signed-in browser. */
export interface SessionRecord extends SpaceDocument {
  staffId: string;
  /** `sid` of its access tokens; changing it invalidates existing ones. */
  accessId: string;
  /** Epoch of the account at sign-in; see `StaffRecord.sessionEpoch`. */
  epoch: number;
  /** Hash of the current refresh token. */
  tokenHash: string;
  generation: number;
  rotatedAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
  means: AuthMethod;
  endedAt: Date | null;
  userAgent: string;
  network: string;
}

const day = 24 * 60 * 60;

export const sessionSchema = defineSchema<SessionRecord>({
  collection: 'sessions',
  fields: {
    staffId: { type: String, required: true },
    accessId: { type: String, required: true },
    epoch: { type: Number, required: true },
    tokenHash: { type: String, required: true },
    generation: { type: Number, required: true },
    rotatedAt: { type: Date, required: true },
    lastSeenAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
    means: { type: String, default: 'password' },
    endedAt: { type: Date, default: null },
    userAgent: { type: String, default: '' },
    network: { type: String, default: '' },
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
