import { assistantScopes } from '@engawa/contracts';
import { defineStore, type DocumentOf, orNull, place, placeIndex, text } from '@engawa/persistence';
import { z } from 'zod';

/**
 * A staff member's consent to an assistant, with its present code and tokens: one document, so
 * that each use of them is one write. Only hashes of secrets are stored.
 */
export const assistantSchema = defineStore({
  collection: 'assistants',
  shape: {
    staffId: text,
    name: text,
    /** SHA-256 of the program's client id. */
    clientHash: text,
    redirectUri: text,
    scopes: z.array(z.enum(assistantScopes)),
    codeHash: text,
    codeChallenge: text,
    codeUsedAt: orNull(z.date()),
    accessHash: orNull(z.string()),
    accessExpiresAt: orNull(z.date()),
    refreshHash: orNull(z.string()),
    /** Of the code until it is used, then of the refresh token. */
    expiresAt: z.date(),
    lastUsedAt: orNull(z.date()),
    revokedAt: orNull(z.date()),
    place,
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
    placeIndex(['staffId'], { where: { revokedAt: null } }),
  ],
});

export type AssistantRecord = DocumentOf<typeof assistantSchema>;
