import { permission } from '@engawa/contracts';
import { defineStore, type DocumentOf, text, orNull } from '@engawa/persistence';
import { photo } from '../staff/staff.schema';
import { z } from 'zod';

export const apiTokenSchema = defineStore({
  collection: 'apiTokens',
  shape: {
    name: text,
    scopes: z.array(permission),
    secretHash: text,
    hint: text,
    /** Administrator who answers for it; it ends with this account. */
    createdBy: text,
    /** Absent in tokens that never had one. */
    photo: photo.nullable().optional(),
    /** Number of times that its access tokens were ended; absent before the first. */
    generation: z.number().optional(),
    /** Requests by day (`2026-11-23`) of the space's time zone; absent before the first. */
    uses: z.record(z.string(), z.number()).optional(),
    expiresAt: orNull(z.date()),
    lastUsedAt: orNull(z.date()),
    revokedAt: orNull(z.date()),
  },
  indexes: [
    {
      name: 'ofSpace',
      keys: { space: 1, revokedAt: 1, createdAt: -1, id: -1 },
      serves: 'ApiTokenRepository.findOfSpace',
    },
    {
      name: 'everOfSpace',
      keys: { space: 1, createdAt: -1, id: -1 },
      serves: 'ApiTokenRepository.findEverOfSpace (listIntegrations)',
    },
  ],
});

export type ApiTokenRecord = DocumentOf<typeof apiTokenSchema>;
