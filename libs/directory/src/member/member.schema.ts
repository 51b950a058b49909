import type { MemberRef } from '@engawa/contracts';
import { defineSchema, type SpaceDocument } from '@engawa/persistence';

/** A copy of a member; deleted ones stay and say so. */
export interface MemberEntry extends MemberRef {
  typeId: string | null;
  /** Id of the remaining member after a merge (MBR-5). */
  mergedInto: string | null;
}

export type MemberEntryRecord = MemberEntry & SpaceDocument;

export const memberEntrySchema = defineSchema<MemberEntryRecord>({
  collection: 'directoryMembers',
  fields: {
    familyName: String,
    firstName: String,
    familyNameKana: String,
    firstNameKana: String,
    company: String,
    typeId: String,
    photoUrl: String,
    thumbPhotoUrl: String,
    deleted: Boolean,
    mergedInto: { type: String, default: null },
  },
  indexes: [
    { keys: { space: 1, id: 1 }, serves: 'MemberEntryRepository.findAll' },
    {
      keys: { space: 1, mergedInto: 1, id: 1 },
      partial: { mergedInto: { $gt: '' } },
      serves: 'MemberEntryRepository.findMergedInto',
    },
  ],
});
