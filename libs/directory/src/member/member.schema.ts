import { memberRef } from '@engawa/contracts';
import { defineStore, orNull, type DocumentOf } from '@engawa/persistence';
import { z } from 'zod';

/** A copy of a member; deleted ones stay and say so. */
const memberEntry = memberRef.extend({
  typeId: z.string().nullable(),
  /** Id of the remaining member after a merge (MBR-5). */
  mergedInto: orNull(z.string()),
});
export type MemberEntry = z.output<typeof memberEntry>;

export const memberEntrySchema = defineStore({
  collection: 'directoryMembers',
  shape: memberEntry.omit({ id: true }).shape,
  indexes: [
    { keys: { space: 1, id: 1 }, serves: 'MemberEntryRepository.findAll' },
    {
      keys: { space: 1, mergedInto: 1, id: 1 },
      partial: { mergedInto: { $gt: '' } },
      serves: 'MemberEntryRepository.findMergedInto',
    },
  ],
});

export type MemberEntryRecord = DocumentOf<typeof memberEntrySchema>;
