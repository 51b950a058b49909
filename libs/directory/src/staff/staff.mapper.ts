import type { StaffFacts } from '../directory-facts';
import type { StaffEntry, StaffEntryRecord } from './staff.schema';

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
  };
}

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
  };
}
