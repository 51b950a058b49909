import {
  memberFieldNames,
  type CustomFieldValues,
  type MergeMembersInput,
} from '@engawa/contracts';
import { sameValues } from '../custom-field/custom-field.rules';
import type { MemberDocument, MergeAttempt, MergeValues } from '../member/member.schema';

/** Fields that the remaining member takes: the chosen ones, and those it lacks. */
export function takenFields(
  kept: MemberDocument,
  other: MemberDocument,
  take: MergeMembersInput['take'],
): MergeValues {
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
  return taken as MergeValues;
}

/** The current values of the same fields. */
function remainingFields(kept: MemberDocument, taken: MergeValues): MergeValues {
  return Object.fromEntries(
    Object.keys(taken).map((field) => [field, kept[field as keyof MemberDocument]]),
  );
}

/**
 * What a merge changes in the remaining member, and the attempt to store with it. It continues an
 * earlier attempt that was interrupted: what that one took is not the member's own value.
 */
export function mergeAttemptOf(
  kept: MemberDocument,
  other: MemberDocument,
  take: MergeMembersInput['take'],
): { changes: MergeValues; attempt: MergeAttempt } {
  const earlier = kept.merging?.find(({ from }) => from === other.id);
  const own = earlier
    ? { ...kept, ...fieldsToGiveBack(kept, earlier.taken, earlier.keptBefore) }
    : kept;
  const changes = takenFields(kept, other, take);
  const taken = { ...earlier?.taken, ...changes };
  return { changes, attempt: { from: other.id, taken, keptBefore: remainingFields(own, taken) } };
}

/**
 * Fields to restore when the merge is undone: those that still have the other's value. Changed ones
 * stay.
 */
export function fieldsToGiveBack(
  kept: MemberDocument,
  other: MergeValues,
  keptBefore: MergeValues,
): MergeValues {
  const { customFields, ...single } = keptBefore;
  const back = Object.fromEntries(
    Object.entries(single).filter(([field, before]) => {
      const now = kept[field as keyof MemberDocument];
      return now === other[field as keyof MergeValues] && now !== before;
    }),
  );
  return customFields ? { ...back, ...customFieldsToGiveBack(kept, other, customFields) } : back;
}

/** Values taken from the other member and unchanged since get their previous value, or none. */
function customFieldsToGiveBack(
  kept: MemberDocument,
  other: MergeValues,
  before: CustomFieldValues,
): MergeValues {
  const values = new Map(Object.entries(kept.customFields ?? {}));
  for (const [id, value] of Object.entries(other.customFields ?? {})) {
    if (values.get(id) !== value || before[id] === value) continue;
    if (before[id] === undefined) values.delete(id);
    else values.set(id, before[id]);
  }
  const customFields = Object.fromEntries(values);
  return sameValues(customFields, kept.customFields) ? {} : { customFields };
}
