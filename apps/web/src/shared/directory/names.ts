import type { Label, MemberRef } from '@engawa/contracts';
import type { IntlShape } from 'react-intl';
import { commonTexts } from '../intl/common.messages';
import { createTranslate } from '../intl/messages';

type Named = Pick<MemberRef, 'familyName' | 'firstName' | 'familyNameKana' | 'firstNameKana'>;

type FullName = Pick<Named, 'familyName' | 'firstName'>;

/** A member's full name, family name first. */
export function memberName(member: FullName): string {
  return [member.familyName, member.firstName].filter(Boolean).join(' ');
}

/** Joins texts with the comma of the reader's language. */
export function joinTexts(intl: IntlShape, texts: readonly string[]): string {
  return intl.formatList(texts, { style: 'narrow' });
}

/** Full names of members, joined. */
export function memberNames(intl: IntlShape, members: readonly FullName[]): string {
  return joinTexts(intl, members.map(memberName));
}

/** A short name of a post or task: how its text begins, or whom it is about. */
export function shortName(
  intl: IntlShape,
  { memo, members }: { memo: string; members: readonly FullName[] },
): string {
  return [...(memo || memberNames(intl, members))].slice(0, 20).join('');
}

/** A member's name in kana; empty if unknown. */
export function memberKana(member: Named): string {
  return [member.familyNameKana, member.firstNameKana].filter(Boolean).join(' ');
}

/** A label's name; a default label is shown in the reader's language until renamed (TML-5). */
export function labelName(
  intl: IntlShape,
  label: Pick<Label, 'id' | 'name' | 'isDefault'>,
): string {
  if (label.id === 'businessIssue' || label.id === 'operationalIssue') {
    const text = `common.label.${label.id}` as const;
    const { ja, en } = commonTexts[text];
    if (label.name === ja || label.name === en) return createTranslate(intl, commonTexts)(text);
  }
  return label.name;
}

/**
 * Up to two letters for a face without a photo: the first kanji, or two kana, of a Japanese name,
 * so that neighbours in a list by kana differ; the initials of others.
 */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = (word: string | undefined, count: number) =>
    [...(word ?? '')].slice(0, count).join('');
  if (/^\p{Script=Latin}/u.test(name.trim())) {
    return (letters(words[0], 1) + letters(words[1], 1)).toUpperCase();
  }
  return letters(words[0], /^\p{Script=Han}/u.test(name.trim()) ? 1 : 2);
}

/** Number of tints that faces without a photo have. */
const TINTS = 8;

/** The tint of a person, derived from the id, so that it is the same everywhere. */
export function tintOf(id: string): number {
  let hash = 2166136261;
  for (let index = 0; index < id.length; index += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 16777619);
  }
  return (hash >>> 0) % TINTS;
}
