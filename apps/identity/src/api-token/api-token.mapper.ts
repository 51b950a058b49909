import type { ApiToken } from '@engawa/contracts';
import type { ApiTokenRecord } from './api-token.schema';

export function toApiToken(record: ApiTokenRecord): ApiToken {
  return {
    id: record.id,
    name: record.name,
    scopes: record.scopes,
    createdBy: record.createdBy,
    createdAt: record.createdAt.toISOString(),
    expiresAt: record.expiresAt?.toISOString() ?? null,
    lastUsedAt: record.lastUsedAt?.toISOString() ?? null,
    hint: record.hint,
  };
}
