import {
  memberField,
  memberFieldNames,
  type MemberFieldName,
  type MemberFieldValues,
} from '@engawa/contracts';
import { joinNames, joinTexts, TEXT_BREAK, type RowHead } from '@engawa/text-search';
import type { MemberDocument, MemberFilter } from './member.schema';

/** Fields that the index needs. */
export const searchedFields = [...memberFieldNames, 'customFields', 'typeId', 'deleted'] as const;
const searched: ReadonlySet<string> = new Set(searchedFields);

/** Fields that a list filters by. */
export type MemberTextFacts = Pick<MemberDocument, 'typeId' | 'deleted'>;

/** Whether a change of the field affects the index. */
export function isSearched(field: string): boolean {
  return searched.has(field);
}

/** The parts of the name, which are found together. */
const writtenName = { familyName: 1, firstName: 1, familyNameKana: 1, firstNameKana: 1 };

/** Fields other than the name that `q` finds as names or as texts. */
const otherFields = memberFieldNames.filter((name) => !(name in writtenName));
const namedFields = otherFields.filter((name) => memberField(name).foundAs === 'name');
const writtenFields = otherFields.filter((name) => memberField(name).foundAs === 'text');

/** The searchable text of a member: every field, and the romaji of names (MBR-1). */
export function memberText(member: MemberFieldValues, customTexts: readonly string[] = []): string {
  const { familyName, firstName, familyNameKana, firstNameKana } = member;
  const valuesOf = (names: readonly MemberFieldName[]) => names.map((name) => member[name] ?? '');
  const names = [
    `${familyName} ${firstName}`,
    `${familyNameKana} ${firstNameKana}`,
    ...valuesOf(namedFields),
  ];
  const texts = [joinNames(names), joinTexts([...valuesOf(writtenFields), ...customTexts])];
  return texts.filter(Boolean).join(TEXT_BREAK);
}

/** The filter of a list, for rows of the index. */
export function acceptsOf({ typeId, deleted }: MemberFilter) {
  return ({ facts }: RowHead<MemberTextFacts>): boolean =>
    facts.deleted === deleted && (typeId === undefined || facts.typeId === typeId);
}
