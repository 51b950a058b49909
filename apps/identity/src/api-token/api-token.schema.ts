import type { Permission } from '@engawa/contracts';
import { defineSchema, type SpaceDocument } from '@engawa/persistence';

export interface ApiTokenRecord extends SpaceDocument {
  name: string;
  scopes: Permission[];
  secretHash: string;
  hint: string;
  /** Staff member in whose name it acts. */
  createdBy: string;
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
  },
  indexes: [
    {
      name: 'ofSpace',
      keys: { space: 1, revokedAt: 1, createdAt: -1, id: -1 },
      serves: 'ApiTokenRepository.findOfSpace',
    },
  ],
});
