import { role, staffRef } from '@engawa/contracts';
import { defineStore, type DocumentOf } from '@engawa/persistence';
import { z } from 'zod';

/** A copy of a staff member. */
const staffEntry = staffRef.extend({
  email: z.string(),
  role,
  excludeFromRanking: z.boolean(),
  /** Runs the installation and is no colleague in the space. */
  god: z.boolean().default(false),
});
export type StaffEntry = z.output<typeof staffEntry>;

export const staffEntrySchema = defineStore({
  collection: 'directoryStaffs',
  shape: staffEntry.omit({ id: true }).shape,
  indexes: [{ keys: { space: 1, id: 1 }, serves: 'StaffEntryRepository.findAll' }],
});

export type StaffEntryRecord = DocumentOf<typeof staffEntrySchema>;
