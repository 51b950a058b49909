import { events, type DataOf, type Member } from '@engawa/contracts';
import { newEvent } from '@engawa/events';
import { changedText } from '@engawa/text-search';
import { sortKeyOf } from './kana-order.rules';
import type { MemberDocument, MemberFields } from './member.schema';
import { identityKey } from '../csv/csv-row.rules';

export type MemberFacts = DataOf<typeof events.memberAdded>;

/** The API form of a member, with the current name of its type. */
export function toMember(document: MemberDocument, typeNames: ReadonlyMap<string, string>): Member {
  const typeName = document.typeId === null ? undefined : typeNames.get(document.typeId);
  return {
    id: document.id,
    version: document.version,
    familyName: document.familyName,
    firstName: document.firstName,
    familyNameKana: document.familyNameKana,
    firstNameKana: document.firstNameKana,
    company: document.company,
    title: document.title,
    memo: document.memo,
    // A deleted type is cleared in the background; it shows as none immediately.
    typeId: typeName === undefined ? null : document.typeId,
    typeOfContract: typeName ?? '',
    photoUrl: document.photoUrl,
    thumbPhotoUrl: document.thumbPhotoUrl,
    deleted: document.deleted,
    erased: document.erased ?? false,
    lastTalkedAt: document.lastTalkedAt?.toISOString() ?? null,
    createdAt: document.createdAt.toISOString(),
    updatedAt: document.updatedAt.toISOString(),
  };
}

/** Facts of a member for events. */
export function toFacts(
  member: Omit<MemberFields, 'title' | 'memo'> &
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
): Pick<MemberDocument, 'identityKey' | 'sortKey'> {
  return { identityKey: identityKey(fields), sortKey: sortKeyOf(fields) };
}

/** The editable fields of a stored member. */
export function fieldsOf(document: MemberDocument): MemberFields {
  const { familyName, firstName, familyNameKana, firstNameKana, company, title, memo, typeId } =
    document;
  return { familyName, firstName, familyNameKana, firstNameKana, company, title, memo, typeId };
}

/** A new member's document. */
export function newMember(
  id: string,
  fields: MemberFields,
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
    merged: null,
    lastTalkedAt: null,
    talkRevision: 0,
    ...derivedFields(fields),
    ...changedText(),
  };
}
