import type { LabelKind, MemberRef, StaffRef } from '@engawa/contracts';
import { defineSchema, type SpaceDocument } from '@engawa/persistence';

const namedKinds = ['staff', 'member', 'label'] as const;
export type NamedKind = (typeof namedKinds)[number];

/**
 * A name in entries: the data shown and the texts that find it. Its version is the owner's. Id:
 * `{kind}-{id of the thing}`.
 */
export interface NameDocument extends SpaceDocument {
  kind: NamedKind;
  thingId: string;
  texts: string[];
  /** Data shown in hits; null for labels. */
  ref: StaffRef | MemberRef | null;
  /** The remaining member after a merge (MBR-5); otherwise null. */
  mergedInto: string | null;
  /** A member's type; otherwise null. */
  typeId: string | null;
  /** Whether a staff member runs the installation and is no colleague. */
  god?: boolean;
  /** A label's kind; absent otherwise. */
  labelKind?: LabelKind | null;
  /** Since when entries may still be indexed with older texts; absent otherwise. */
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
    god: { type: Boolean },
    labelKind: { type: String },
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
      keys: { space: 1, labelKind: 1, id: 1 },
      partial: { labelKind: { $gt: '' } },
      serves: 'NameRepository.findKindLabels',
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
