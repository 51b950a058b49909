import type { Role, StaffRef } from '@engawa/contracts';
import { defineSchema, type SpaceDocument } from '@engawa/persistence';

/** A copy of a staff member. */
export interface StaffEntry extends StaffRef {
  email: string;
  role: Role;
  excludeFromRanking: boolean;
}

export type StaffEntryRecord = StaffEntry & SpaceDocument;

export const staffEntrySchema = defineSchema<StaffEntryRecord>({
  collection: 'directoryStaffs',
  fields: {
    email: String,
    displayName: String,
    jobTitle: String,
    photoUrl: String,
    thumbPhotoUrl: String,
    role: String,
    deactivated: Boolean,
    excludeFromRanking: Boolean,
  },
  indexes: [{ keys: { space: 1, id: 1 }, serves: 'StaffEntryRepository.findAll' }],
});
