import { DESCRIBED_MEMBERS, describingFieldNames, type DescribedMember } from '@engawa/contracts';
import { foldForSearch } from '@engawa/text-search';
import { shownValues, valueText, type StoredCustomField } from '../custom-field/custom-field.rules';
import type { MemberDocument } from './member.schema';

/** Of a text, in UTF-16 units; a memo is longer. */
const READ_LENGTH = 1_000;
/** Of all texts of one answer, so that it stays far below the largest message (300 kB in UTF-8). */
const ANSWER_LENGTH = 100_000;

/** A choice of a custom field. */
export interface NamedChoice {
  field: StoredCustomField;
  choiceId: string;
}

/** Choices with the word in their names. */
export function choicesWith(word: string, fields: readonly StoredCustomField[]): NamedChoice[] {
  const folded = foldForSearch(word);
  return fields.flatMap((field) =>
    field.choices
      .filter(({ name }) => foldForSearch(name).includes(folded))
      .map(({ id }) => ({ field, choiceId: id })),
  );
}

/** The ids that were found by most words, where a rare word counts more; a limited number. */
export function bestOf(foundByWord: readonly ReadonlySet<string>[]): string[] {
  const scores = new Map<string, number>();
  for (const ids of foundByWord) {
    for (const id of ids) scores.set(id, (scores.get(id) ?? 0) + 1 / ids.size);
  }
  return [...scores]
    .sort(([one, score], [other, others]) => others - score || (one < other ? -1 : 1))
    .slice(0, DESCRIBED_MEMBERS)
    .map(([id]) => id);
}

/** What members do, in the texts of their fields; those that do not fit the answer are left out. */
export function describedOf(
  members: readonly MemberDocument[],
  fields: readonly StoredCustomField[],
): DescribedMember[] {
  let room = ANSWER_LENGTH;
  return members.flatMap((member) => {
    const texts = describingTexts(member, fields);
    room -= texts.reduce((length, { text }) => length + text.length, 0);
    return room < 0 ? [] : [{ memberId: member.id, texts }];
  });
}

function describingTexts(
  member: MemberDocument,
  fields: readonly StoredCustomField[],
): DescribedMember['texts'] {
  const values = shownValues(fields, member.customFields);
  const texts = [
    ...describingFieldNames.map((name) => ({ field: name as string, text: member[name] ?? '' })),
    ...fields
      .filter(({ kind }) => kind === 'text' || kind === 'choice')
      .map((field) => ({ field: field.name, text: valueText(field, values[field.id]) })),
  ];
  return texts
    .filter(({ text }) => text !== '')
    .map(({ field, text }) => ({ field, text: text.slice(0, READ_LENGTH) }));
}
