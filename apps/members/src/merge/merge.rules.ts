import type { CurrentStaff } from '@engawa/auth';
import {
  memberFieldNames,
  type CustomFieldValues,
  type MergeMembersInput,
} from '@engawa/contracts';
import { sameValues, shownValues } from '../custom-field/custom-field.rules';
import { MemberNoPermission } from '../member/member.errors';
import type { MemberDocument, MergeAttempt, MergeValues } from '../member/member.schema';
import type { MemberTerms } from '../member/member-terms.rules';

/** A merge takes far less; an older attempt was interrupted. */
const ATTEMPT_MS = 30_000;

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

/** The attempt to merge another member into this one. */
export function attemptFrom(
  { merging }: MemberDocument,
  otherId: string,
): MergeAttempt | undefined {
  return merging?.find(({ from }) => from === otherId);
}

/** The member's own values where an attempt to merge another into it replaced them. */
function ownFields(member: MemberDocument, otherId: string): MergeValues {
  const attempt = attemptFrom(member, otherId);
  return attempt ? fieldsToGiveBack(member, attempt.taken, attempt.keptBefore) : {};
}

/**
 * Whether an opposite merge of the same two members is under way and goes first, because it keeps
 * the lower id. Otherwise both could resign.
 */
export function isOvertaken(other: MemberDocument, keptId: string, now: Date): boolean {
  // An attempt of 2.13.0 has no time.
  const begun = attemptFrom(other, keptId)?.at?.getTime() ?? 0;
  return other.id < keptId && now.getTime() - begun < ATTEMPT_MS;
}

/**
 * What a merge changes in the remaining member, and the attempt to store with it. It continues an
 * earlier attempt that was interrupted: what that one took is not the member's own value. Nor is
 * what the other took in an opposite merge.
 */
export function mergeAttemptOf(
  kept: MemberDocument,
  other: MemberDocument,
  take: MergeMembersInput['take'],
  at: Date,
): { changes: MergeValues; attempt: MergeAttempt } {
  const own = { ...kept, ...ownFields(kept, other.id) };
  const changes = takenFields(kept, { ...other, ...ownFields(other, kept.id) }, take);
  const taken = { ...attemptFrom(kept, other.id)?.taken, ...changes };
  return {
    changes,
    attempt: { from: other.id, at, taken, keptBefore: remainingFields(own, taken) },
  };
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

/**
 * For a member A that was merged into B, and B into C: what C would have without A, in the fields that
 * B took from A and C from B.
 *
 * @param below what B had before it took them
 * @param above what C had before it took them
 */
export function passedOnBefore(below: MergeValues, above: MergeValues): MergeValues {
  const before: Record<string, unknown> = {};
  for (const [field, own] of Object.entries(above)) {
    if (!(field in below)) continue;
    const value = below[field as keyof MergeValues];
    before[field] =
      field === 'customFields' ? { ...above.customFields, ...below.customFields } : value || own;
  }
  return before as MergeValues;
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

/** Ends an opposite attempt, so that the member leaves with its own values. */
export function withoutAttempt(
  terms: MemberTerms,
  member: MemberDocument,
  fromId: string,
): Partial<MemberDocument> {
  if (!attemptFrom(member, fromId)) return {};
  return {
    ...withKnownValues(terms, ownFields(member, fromId)),
    merging: member.merging!.filter(({ from }) => from !== fromId),
  };
}

/** Without a type, and values of fields and choices, that were deleted since the merge. */
export function withKnownValues(
  { customFields, typeNames }: MemberTerms,
  back: MergeValues,
): MergeValues {
  const known = { ...back };
  if (back.typeId && !typeNames.has(back.typeId)) known.typeId = null;
  if (back.customFields) known.customFields = shownValues(customFields, back.customFields);
  return known;
}

/** Merges are for those who may delete members. */
export function requireDelete(staff: CurrentStaff): void {
  if (!staff.can('member.delete')) throw new MemberNoPermission();
}
