import { labelKind, type MemberRef, type StaffRef } from '@engawa/contracts';
import {
  defineStore,
  type DocumentOf,
  unvalidated,
  text,
  listOf,
  orNull,
} from '@engawa/persistence';
import { z } from 'zod';

const namedKinds = ['staff', 'member', 'label'] as const;
export type NamedKind = (typeof namedKinds)[number];

/**
 * A name in entries: the data shown and the texts that find it. Its version is the owner's. Id:
 * `{kind}-{id of the thing}`.
 */
export const nameStore = defineStore({
  collection: 'names',
  shape: {
    kind: z.enum(namedKinds),
    thingId: text,
    texts: listOf(z.string()),
    /** Data shown in hits; null for labels. */
    ref: orNull(unvalidated<StaffRef | MemberRef>()),
    /** The remaining member after a merge (MBR-5); otherwise null. */
    mergedInto: orNull(z.string()),
    /** A member's type; otherwise null. */
    typeId: orNull(z.string()),
    /** Whether a staff member runs the installation and is no colleague. */
    god: z.boolean().optional(),
    /** A label's kind; absent otherwise. */
    labelKind: labelKind.nullable().optional(),
    /** Since when entries may still be indexed with older texts; absent otherwise. */
    staleSince: z.date().optional(),
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

export type NameDocument = DocumentOf<typeof nameStore>;

export function nameId(kind: NamedKind, thingId: string): string {
  return `${kind}-${thingId}`;
}
