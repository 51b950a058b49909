import type { MergeMembersInput } from '@engawa/contracts';
import type { MemberDocument, MergeMark } from '../member/member.schema';

/** Fields that the remaining member takes: the chosen ones, and those it lacks. */
export function takenFields(
  kept: MemberDocument,
  other: MemberDocument,
  take: MergeMembersInput['take'],
): MergeMark['keptBefore'] {
  const taken: Record<string, string | null> = {};
  const fields = [
    'familyName',
    'firstName',
    'familyNameKana',
    'firstNameKana',
    'company',
    'title',
    'memo',
    'typeId',
  ] as const;
  for (const field of fields) {
    const lacking = !kept[field] && other[field];
    if ((take.includes(field) || lacking) && kept[field] !== other[field]) {
      taken[field] = other[field];
    }
  }
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
  return Object.fromEntries(
    Object.entries(keptBefore).filter(([field, before]) => {
      const now = kept[field as keyof MemberDocument];
      return now === other[field as keyof MemberDocument] && now !== before;
    }),
  );
}
