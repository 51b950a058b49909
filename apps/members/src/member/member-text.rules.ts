import { joinNames, joinTexts, TEXT_BREAK, type RowHead } from '@engawa/text-search';
import type { MemberFilter } from './member.repository';
import type { MemberDocument } from './member.schema';

/** What is found of a member (MBR-1). */
const namedFields = [
  'familyName',
  'firstName',
  'familyNameKana',
  'firstNameKana',
  'company',
] as const;
const writtenFields = ['title', 'memo'] as const;

/** What the index needs of a member. */
export const searchedFields = [...namedFields, ...writtenFields, 'typeId', 'deleted'] as const;
const searched: ReadonlySet<string> = new Set(searchedFields);

/** What a list filters by beside its question. */
export type MemberTextFacts = Pick<MemberDocument, 'typeId' | 'deleted'>;

/** Whether the index looks at a field of members. */
export function isSearched(field: string): boolean {
  return searched.has(field);
}

/** Everything of a member of which any part finds it: names, kana, romaji, company, title, memo. */
export function memberText(
  member: Pick<MemberDocument, (typeof namedFields)[number] | (typeof writtenFields)[number]>,
): string {
  const { familyName, firstName, familyNameKana, firstNameKana, company, title, memo } = member;
  const names = [`${familyName} ${firstName}`, `${familyNameKana} ${firstNameKana}`, company];
  return [joinNames(names), joinTexts([title, memo])].filter(Boolean).join(TEXT_BREAK);
}

/** The filter of a list for rows of the index. */
export function acceptsOf({ typeId, deleted }: MemberFilter) {
  return ({ facts }: RowHead<MemberTextFacts>): boolean =>
    facts.deleted === deleted && (!typeId || facts.typeId === typeId);
}
