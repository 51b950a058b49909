import type { AssistantScope } from '@engawa/contracts';
import { defineSchema, type SpaceDocument } from '@engawa/persistence';

/**
 * A staff member's consent to an assistant, with its present code and tokens: one document, so
 * that each use of them is one write. Only hashes of secrets are stored.
 */
export interface AssistantRecord extends SpaceDocument {
  staffId: string;
  name: string;
  /** SHA-256 of the program's client id. */
  clientHash: string;
  redirectUri: string;
  scopes: AssistantScope[];
  codeHash: string;
  codeChallenge: string;
  codeUsedAt: Date | null;
  accessHash: string | null;
  accessExpiresAt: Date | null;
  refreshHash: string | null;
  /** Of the code until it is used, then of the refresh token. */
  expiresAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
}

export const assistantSchema = defineSchema<AssistantRecord>({
  collection: 'assistants',
  fields: {
    staffId: { type: String, required: true },
    name: { type: String, required: true },
    clientHash: { type: String, required: true },
    redirectUri: { type: String, required: true },
    scopes: { type: [String], required: true },
    codeHash: { type: String, required: true },
    codeChallenge: { type: String, required: true },
    codeUsedAt: { type: Date, default: null },
    accessHash: { type: String, default: null },
    accessExpiresAt: { type: Date, default: null },
    refreshHash: { type: String, default: null },
    expiresAt: { type: Date, required: true },
    lastUsedAt: { type: Date, default: null },
    revokedAt: { type: Date, default: null },
  },
  indexes: [
    {
      name: 'ofStaff',
      keys: { space: 1, staffId: 1, revokedAt: 1, createdAt: -1, id: -1 },
      serves: 'AssistantRepository.findOfStaff',
    },
    {
      name: 'expired',
      keys: { expiresAt: 1 },
      expireAfterSeconds: 24 * 60 * 60,
      serves: 'expiry: assistants leave a day after their last token',
    },
  ],
});
