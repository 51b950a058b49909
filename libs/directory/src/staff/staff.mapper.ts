import type { StaffFacts } from '../directory-facts';
import type { StaffEntry, StaffEntryRecord } from './staff.schema';

/** The stored fields of a staff member, from the facts of an event. */
export function staffFieldsOf(facts: StaffFacts): Omit<StaffEntry, 'id'> {
  return {
    email: facts.email,
    displayName: facts.displayName,
    jobTitle: facts.jobTitle,
    photoUrl: facts.photoUrl,
    thumbPhotoUrl: facts.thumbPhotoUrl,
    role: facts.role,
    deactivated: facts.deactivated,
    excludeFromRanking: facts.excludeFromRanking,
    god: facts.god ?? false,
    ...(facts.integration ? { integration: true } : {}),
  };
}

/** A staff member as callers see it, from its stored form. */
export function staffEntryOf(record: StaffEntryRecord): StaffEntry {
  return {
    id: record.id,
    email: record.email,
    displayName: record.displayName,
    jobTitle: record.jobTitle,
    photoUrl: record.photoUrl,
    thumbPhotoUrl: record.thumbPhotoUrl,
    role: record.role,
    deactivated: record.deactivated,
    excludeFromRanking: record.excludeFromRanking,
    god: record.god ?? false,
    ...(record.integration ? { integration: true } : {}),
  };
}

/** Whether they can be named, assigned and counted: not an integration, and not god. */
export function isColleague({ integration, god }: StaffEntry): boolean {
  return !integration && !god;
}
