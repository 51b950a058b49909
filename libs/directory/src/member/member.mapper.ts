import type { MemberFacts } from '../directory-facts';
import type { MemberEntry, MemberEntryRecord } from './member.schema';

/** The stored fields of a member, from the facts of an event. */
export function memberFieldsOf(facts: MemberFacts): Omit<MemberEntry, 'id'> {
  return {
    familyName: facts.familyName,
    firstName: facts.firstName,
    familyNameKana: facts.familyNameKana,
    firstNameKana: facts.firstNameKana,
    company: facts.company,
    typeId: facts.typeId,
    photoUrl: facts.photoUrl,
    thumbPhotoUrl: facts.thumbPhotoUrl,
    deleted: facts.deleted,
    mergedInto: facts.mergedInto ?? null,
  };
}

/** A member as callers see it, from its stored form. */
export function memberEntryOf(record: MemberEntryRecord): MemberEntry {
  return {
    id: record.id,
    familyName: record.familyName,
    firstName: record.firstName,
    familyNameKana: record.familyNameKana,
    firstNameKana: record.firstNameKana,
    company: record.company,
    typeId: record.typeId,
    photoUrl: record.photoUrl,
    thumbPhotoUrl: record.thumbPhotoUrl,
    deleted: record.deleted,
    mergedInto: record.mergedInto ?? null,
  };
}
