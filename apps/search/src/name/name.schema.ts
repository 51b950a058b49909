import type { MemberRef, StaffRef } from '@engawa/contracts';
import { defineSchema, type SpaceDocument } from '@engawa/persistence';

export const namedKinds = ['staff', 'member', 'label'] as const;
export type NamedKind = (typeof namedKinds)[number];

/**
 * What entries name by id, as its owner told it last: who and which texts find it. Its version is
 * the owner's. Id: `{kind}-{id of the thing}`.
 */
export interface NameDocument extends SpaceDocument {
  kind: NamedKind;
  thingId: string;
  texts: string[];
  /** What hits show of it; null for labels. */
  ref: StaffRef | MemberRef | null;
  /** The member that this one turned out to be (MBR-5); null for all others. */
  mergedInto: string | null;
  /** A member's type; null for none and for all others. */
  typeId: string | null;
  /** Since when entries may still be found by older texts; absent when none are. */
  staleSince?: Date;
}

export const nameStore = defineSchema<NameDocument>({
  collection: 'names',
  fields: {
    kind: { type: String, enum: [...namedKinds], required: true },
    thingId: { type: String, required: true },
    texts: { type: [String], default: [] },
    ref: { type: Object, default: null },
    mergedInto: { type: String, default: null },
    typeId: { type: String, default: null },
    staleSince: { type: Date },
  },
  indexes: [
    {
      keys: { space: 1, mergedInto: 1, id: 1 },
      partial: { mergedInto: { $gt: '' } },
      serves: 'NameRepository.findMemberAliases',
    },
    {
      keys: { space: 1, kind: 1, id: 1 },
      serves: 'NameRepository.findOtherMembers and findStaffs',
    },
    {
      keys: { staleSince: 1 },
      sparse: true,
      serves: 'NameRepository.findStale (system scope: all spaces)',
    },
  ],
});

export function nameId(kind: NamedKind, thingId: string): string {
  return `${kind}-${thingId}`;
}
