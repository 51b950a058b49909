import { joinNames, joinTexts, TEXT_BREAK, type RowHead } from '@engawa/text-search';
import type { MemberDocument, MemberFilter } from './member.schema';

/** Fields that a member is found by (MBR-1). */
const namedFields = [
  'familyName',
  'firstName',
  'familyNameKana',
  'firstNameKana',
  'company',
] as const;
const writtenFields = ['title', 'memo'] as const;

/** Fields that the index needs. */
export const searchedFields = [...namedFields, ...writtenFields, 'typeId', 'deleted'] as const;
const searched: ReadonlySet<string> = new Set(searchedFields);

/** Fields that a list filters by. */
export type MemberTextFacts = Pick<MemberDocument, 'typeId' | 'deleted'>;

/** Whether a change of the field affects the index. */
export function isSearched(field: string): boolean {
  return searched.has(field);
}

/** The searchable text of a member: names, kana, romaji, company, title, memo. */
export function memberText(
  member: Pick<MemberDocument, (typeof namedFields)[number] | (typeof writtenFields)[number]>,
): string {
  const { familyName, firstName, familyNameKana, firstNameKana, company, title, memo } = member;
  const names = [`${familyName} ${firstName}`, `${familyNameKana} ${firstNameKana}`, company];
  return [joinNames(names), joinTexts([title, memo])].filter(Boolean).join(TEXT_BREAK);
}

/** The filter of a list, for rows of the index. */
export function acceptsOf({ typeId, deleted }: MemberFilter) {
  return ({ facts }: RowHead<MemberTextFacts>): boolean =>
    facts.deleted === deleted && (!typeId || facts.typeId === typeId);
}
