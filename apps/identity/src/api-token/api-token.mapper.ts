import type { ApiToken, DataOf, events, Staff, StaffRef } from '@engawa/contracts';
import { photoUrlsOf } from '../staff/staff.mapper';
import { isOver } from './api-token.rules';
import type { ApiTokenRecord } from './api-token.schema';

export function toApiToken(record: ApiTokenRecord): ApiToken {
  return {
    id: record.id,
    version: record.version,
    name: record.name,
    ...photoUrlsOf(record),
    scopes: record.scopes,
    createdBy: record.createdBy,
    createdAt: record.createdAt.toISOString(),
    expiresAt: record.expiresAt?.toISOString() ?? null,
    lastUsedAt: record.lastUsedAt?.toISOString() ?? null,
    hint: record.hint,
  };
}

/** The integration as the author of what it wrote. */
export function toIntegrationRef(record: ApiTokenRecord): StaffRef {
  return {
    id: record.id,
    displayName: record.name,
    jobTitle: '',
    ...photoUrlsOf(record),
    deactivated: isOver(record),
    integration: true,
  };
}

/**
 * Facts for the name directories of the services, where an integration stands beside the staff. It
 * has no e-mail address, and its role grants nothing.
 */
export function toIntegrationFacts(
  record: Pick<ApiTokenRecord, 'id' | 'space' | 'name' | 'photo' | 'revokedAt'>,
): DataOf<typeof events.staffUpdated> {
  return {
    staffId: record.id,
    email: '',
    displayName: record.name,
    jobTitle: '',
    ...photoUrlsOf(record),
    role: 'staff',
    deactivated: record.revokedAt !== null,
    excludeFromRanking: true,
    integration: true,
  };
}

/** The account that a request with the token sees as its own. */
export function toIntegrationStaff(record: ApiTokenRecord, role: Staff['role']): Staff {
  return {
    id: record.id,
    version: record.version,
    displayName: record.name,
    bio: '',
    jobTitle: '',
    ...photoUrlsOf(record),
    role,
    deactivated: false,
    excludeFromRanking: true,
    isAgreedToTOU: true,
    initialPasswordChanged: true,
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
  };
}
