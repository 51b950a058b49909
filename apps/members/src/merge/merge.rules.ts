import {
  memberFieldNames,
  type CustomFieldValues,
  type MergeMembersInput,
} from '@engawa/contracts';
import { sameValues } from '../custom-field/custom-field.rules';
import type { MemberDocument, MergeMark } from '../member/member.schema';

/** Fields that the remaining member takes: the chosen ones, and those it lacks. */
export function takenFields(
  kept: MemberDocument,
  other: MemberDocument,
  take: MergeMembersInput['take'],
): MergeMark['keptBefore'] {
  const taken: Record<string, unknown> = {};
  for (const field of [...memberFieldNames, 'typeId'] as const) {
    const lacking = !kept[field] && other[field];
    if ((take.includes(field) || lacking) && kept[field] !== other[field]) {
      taken[field] = other[field];
    }
  }
  const customFields = take.includes('customFields')
    ? { ...kept.customFields, ...other.customFields }
    : { ...other.customFields, ...kept.customFields };
  if (!sameValues(customFields, kept.customFields)) taken['customFields'] = customFields;
  const photo = take.includes('photoUrl') || (!kept.photoUrl && other.photoUrl);
  if (photo && kept.photoUrl !== other.photoUrl) {
    taken['photoUrl'] = other.photoUrl;
    taken['thumbPhotoUrl'] = other.thumbPhotoUrl;
  }
  // A member always has a family name.
  if (taken['familyName'] === '') delete taken['familyName'];
  return taken as MergeMark['keptBefore'];
}

/** The current values of the same fields. */
export function remainingFields(
  kept: MemberDocument,
  taken: MergeMark['keptBefore'],
): MergeMark['keptBefore'] {
  return Object.fromEntries(
    Object.keys(taken).map((field) => [field, kept[field as keyof MemberDocument]]),
  );
}

/**
 * Fields to restore when the merge is undone: those that still have the other's value. Changed ones
 * stay.
 */
export function fieldsToGiveBack(
  kept: MemberDocument,
  other: MemberDocument,
  keptBefore: MergeMark['keptBefore'],
): MergeMark['keptBefore'] {
  const { customFields, ...single } = keptBefore;
  const back = Object.fromEntries(
    Object.entries(single).filter(([field, before]) => {
      const now = kept[field as keyof MemberDocument];
      return now === other[field as keyof MemberDocument] && now !== before;
    }),
  );
  return customFields ? { ...back, ...customFieldsToGiveBack(kept, other, customFields) } : back;
}

/** Values taken from the other member and unchanged since get their previous value, or none. */
function customFieldsToGiveBack(
  kept: MemberDocument,
  other: MemberDocument,
  before: CustomFieldValues,
): MergeMark['keptBefore'] {
  const values = new Map(Object.entries(kept.customFields ?? {}));
  for (const [id, value] of Object.entries(other.customFields ?? {})) {
    if (values.get(id) !== value || before[id] === value) continue;
    if (before[id] === undefined) values.delete(id);
    else values.set(id, before[id]);
  }
  const customFields = Object.fromEntries(values);
  return sameValues(customFields, kept.customFields) ? {} : { customFields };
}
