import type { Permission } from '@engawa/contracts';
import { defineSchema, type SpaceDocument } from '@engawa/persistence';
import { Schema } from 'mongoose';
import type { Photo } from '../staff/staff.schema';

export interface ApiTokenRecord extends SpaceDocument {
  name: string;
  scopes: Permission[];
  secretHash: string;
  hint: string;
  /** Administrator who answers for it; it ends with this account. */
  createdBy: string;
  /** Absent in tokens that never had one. */
  photo?: Photo | null;
  /** Number of times that its access tokens were ended; absent before the first. */
  generation?: number;
  /** Requests by day (`2026-11-23`) of the space's time zone; absent before the first. */
  uses?: Record<string, number>;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
}

export const apiTokenSchema = defineSchema<ApiTokenRecord>({
  collection: 'apiTokens',
  fields: {
    name: { type: String, required: true },
    scopes: { type: [String], required: true },
    secretHash: { type: String, required: true },
    hint: { type: String, required: true },
    createdBy: { type: String, required: true },
    expiresAt: { type: Date, default: null },
    lastUsedAt: { type: Date, default: null },
    revokedAt: { type: Date, default: null },
    photo: { type: Schema.Types.Mixed, default: undefined },
    generation: { type: Number, default: undefined },
    uses: { type: Schema.Types.Mixed, default: undefined },
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
