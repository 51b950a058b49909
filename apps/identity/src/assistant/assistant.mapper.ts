import type { Assistant } from '@engawa/contracts';
import type { AssistantRecord } from './assistant.schema';
import { hostOf } from './program.rules';

export function toAssistant(record: AssistantRecord): Assistant {
  return {
    id: record.id,
    name: record.name,
    host: hostOf(record.redirectUri),
    scopes: record.scopes,
    connectedAt: record.createdAt.toISOString(),
    lastUsedAt: record.lastUsedAt?.toISOString() ?? null,
  };
}
