import { events, memberFieldsOf, type DataOf, type Member } from '@engawa/contracts';
import { newEvent } from '@engawa/events';
import { changedText } from '@engawa/text-search';
import { sortKeyOf } from './kana-order.rules';
import type { MemberDocument, MemberFields } from './member.schema';
import { identityKey } from '../csv/csv-row.rules';
import { customSortKeys } from '../custom-field/custom-field-sort.rules';
import { shownValues } from '../custom-field/custom-field.rules';
import type { MemberTerms } from './member-terms.rules';

/** Length of the year of a day, with its hyphen. */
const YEAR_LENGTH = 5;

export type MemberFacts = DataOf<typeof events.memberAdded>;

/** The API form of a member, with the current name of its type and its values that are valid. */
export function toMember(document: MemberDocument, terms: MemberTerms): Member {
  const { typeNames, customFields } = terms;
  const typeName = document.typeId === null ? undefined : typeNames.get(document.typeId);
  return {
    id: document.id,
    version: document.version,
    ...memberFieldsOf(document),
    customFields: shownValues(customFields, document.customFields),
    // A deleted type is cleared in the background; it shows as none immediately.
    typeId: typeName === undefined ? null : document.typeId,
    typeOfContract: typeName ?? '',
    photoUrl: document.photoUrl,
    thumbPhotoUrl: document.thumbPhotoUrl,
    deleted: document.deleted,
    erased: document.erased ?? false,
    lastTalkedAt: document.lastTalkedAt?.toISOString() ?? null,
    posts: document.posts ?? 0,
    openIssues: document.openIssues ?? 0,
    createdAt: document.createdAt.toISOString(),
    updatedAt: document.updatedAt.toISOString(),
  };
}

/** Facts of a member for events. */
export function toFacts(
  member: MemberFields &
    Pick<MemberDocument, 'id' | 'photoUrl' | 'thumbPhotoUrl' | 'deleted' | 'merged'>,
): MemberFacts {
  return {
    memberId: member.id,
    familyName: member.familyName,
    firstName: member.firstName,
    familyNameKana: member.familyNameKana,
    firstNameKana: member.firstNameKana,
    company: member.company,
    typeId: member.typeId,
    photoUrl: member.photoUrl,
    thumbPhotoUrl: member.thumbPhotoUrl,
    deleted: member.deleted,
    mergedInto: member.merged?.into ?? null,
    ...daysOf(member),
  };
}

/** The days that colleagues are reminded of; the year of birth stays here. */
function daysOf({ birthday, memberSince, contractUntil }: MemberFields): Pick<MemberFacts, 'days'> {
  if (!birthday && !memberSince && !contractUntil) return {};
  return {
    days: {
      birthday: birthday?.slice(YEAR_LENGTH) ?? null,
      memberSince: memberSince ?? null,
      contractUntil: contractUntil ?? null,
    },
  };
}

/** The event of a change; `after` is the new state, `next` its version and time. */
export function memberEvent(
  kind: 'memberUpdated' | 'memberDeleted' | 'memberRestored',
  after: MemberDocument,
  actor: string | null,
  next: { version: number; at: Date },
) {
  return newEvent(events[kind], {
    space: after.space,
    actor,
    aggregate: { type: 'member', id: after.id },
    version: next.version,
    at: next.at,
    data: toFacts(after),
  });
}

/** Derived fields, for sorting and finding duplicates. */
export function derivedFields(
  fields: MemberFields,
  { customFields }: Pick<MemberTerms, 'customFields'>,
): Pick<MemberDocument, 'identityKey' | 'sortKey' | 'customFieldIds' | 'customSort'> {
  return {
    identityKey: identityKey(fields),
    sortKey: sortKeyOf(fields),
    customFieldIds: Object.keys(fields.customFields),
    customSort: customSortKeys(customFields, fields.customFields),
  };
}

/** The editable fields of a stored member. */
export function fieldsOf(document: MemberDocument): MemberFields {
  const { typeId, customFields } = document;
  return { ...memberFieldsOf(document), typeId, customFields: customFields ?? {} };
}

/** A new member's document. */
export function newMember(
  id: string,
  fields: MemberFields,
  terms: Pick<MemberTerms, 'customFields'>,
  imported: Pick<MemberDocument, 'imported' | 'photoFileName'> = {
    imported: null,
    photoFileName: '',
  },
) {
  return {
    id,
    ...fields,
    ...imported,
    photoUrl: null,
    thumbPhotoUrl: null,
    deleted: false,
    erased: false,
    typeChange: null,
    merged: null,
    lastTalkedAt: null,
    talkRevision: 0,
    posts: 0,
    openIssues: 0,
    ...derivedFields(fields, terms),
    ...changedText(),
  };
}
