import { defineSchema, type SpaceDocument } from '@engawa/persistence';

/** The days of a member; id and version are the member's. Null for unknown, or after resigning. */
export interface MemberDayDocument extends SpaceDocument {
  /** Month and day (`04-01`). */
  birthday: string | null;
  anniversary: string | null;
  /** Year of joining. */
  sinceYear: number | null;
  /** A whole day (`2027-03-31`). */
  contractEnd: string | null;
}

export const memberDaySchema = defineSchema<MemberDayDocument>({
  collection: 'memberDays',
  fields: {
    birthday: { type: String, default: null },
    anniversary: { type: String, default: null },
    sinceYear: { type: Number, default: null },
    contractEnd: { type: String, default: null },
  },
  indexes: (['birthday', 'anniversary', 'contractEnd'] as const).map((kind) => ({
    keys: { space: 1, [kind]: 1, id: 1 },
    partial: { [kind]: { $gt: '' } },
    serves: `MemberDayRepository.findAhead of ${kind}`,
  })),
});
