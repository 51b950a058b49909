import type { Role, StaffRef } from '@engawa/contracts';
import { defineSchema, type SpaceDocument } from '@engawa/persistence';

/** A copy of a staff member. */
export interface StaffEntry extends StaffRef {
  email: string;
  role: Role;
  excludeFromRanking: boolean;
  /** Runs the installation and is no colleague in the space. */
  god: boolean;
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
    god: { type: Boolean, default: false },
    integration: { type: Boolean, default: undefined },
  },
  indexes: [{ keys: { space: 1, id: 1 }, serves: 'StaffEntryRepository.findAll' }],
});
