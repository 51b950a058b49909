import { events, type DataOf, type Member } from '@engawa/contracts';
import { newEvent } from '@engawa/events';
import { changedText } from '@engawa/text-search';
import { sortKeyOf } from './kana-order.rules';
import type { MemberDocument, MemberFields } from './member.schema';
import { identityKey } from '../csv/csv-row.rules';

export type MemberFacts = DataOf<typeof events.memberAdded>;

/** The member as the API shows it; its type by the name that it has now. */
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
    // A deleted type's members are emptied in the background; they show empty at once.
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

/** What events tell of a member. */
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

/** The event of a change of a member: `after` is how it stands then, `next` its version and time. */
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

/** What is stored beside the names so that lists sort by them and likely duplicates are found. */
export function derivedFields(
  fields: MemberFields,
): Pick<MemberDocument, 'identityKey' | 'sortKey'> {
  return { identityKey: identityKey(fields), sortKey: sortKeyOf(fields) };
}

/** The fields of a stored member that people write. */
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
