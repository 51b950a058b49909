import type { Label, MemberRef } from '@engawa/contracts';
import type { IntlShape } from 'react-intl';
import { commonTexts } from '../intl/common.messages';
import { sayWith } from '../intl/messages';

type Named = Pick<MemberRef, 'familyName' | 'firstName' | 'familyNameKana' | 'firstNameKana'>;

/** A member's full name, family name first. */
export function memberName(member: Pick<Named, 'familyName' | 'firstName'>): string {
  return [member.familyName, member.firstName].filter(Boolean).join(' ');
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
    if (label.name === ja || label.name === en) return sayWith(intl, commonTexts)(text);
  }
  return label.name;
}

/** Up to two initials for an avatar without a photo: from kana if known, else from the name. */
export function initialsOf(name: string, kana = ''): string {
  const source = kana.trim() || name.trim();
  const words = source.split(/[\s\u3000]+/).filter(Boolean);
  const first = (word: string | undefined) => (word ? ([...word][0] ?? '') : '');
  if (/^[\p{Script=Latin}]/u.test(source)) {
    return (first(words[0]) + first(words[1])).toUpperCase();
  }
  // One Japanese character fills the circle; two would be too small.
  return first(words[0]);
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
