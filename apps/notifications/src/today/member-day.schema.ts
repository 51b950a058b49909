import { defineStore, type DocumentOf, orNull } from '@engawa/persistence';
import { z } from 'zod';

/** The days of a member; id and version are the member's. Null for unknown, or after resigning. */
export const memberDaySchema = defineStore({
  collection: 'memberDays',
  shape: {
    /** Month and day (`04-01`). */
    birthday: orNull(z.string()),
    anniversary: orNull(z.string()),
    /** Year of joining. */
    sinceYear: orNull(z.number()),
    /** A whole day (`2027-03-31`). */
    contractEnd: orNull(z.string()),
  },
  indexes: (['birthday', 'anniversary', 'contractEnd'] as const).map((kind) => ({
    keys: { space: 1, [kind]: 1, id: 1 },
    partial: { [kind]: { $gt: '' } },
    serves: `MemberDayRepository.findAhead of ${kind}`,
  })),
});

export type MemberDayDocument = DocumentOf<typeof memberDaySchema>;
