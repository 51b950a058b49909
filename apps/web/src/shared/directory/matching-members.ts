import type { MemberRef } from '@engawa/contracts';
import { flatText } from '../list/matches';
import { romaji } from '../recognise/names.rules';

/** A text whatever its width, case and spaces; katakana as hiragana. */
function flat(text: string): string {
  const toHiragana = (letter: string) => String.fromCharCode(letter.charCodeAt(0) - 0x60);
  return flatText(text).replace(/[ァ-ヶ]/g, toHiragana);
}

/** Active members whose name, kana or romaji contains the text. */
export function matchingMembers<Person extends Omit<MemberRef, 'photoUrl'>>(
  members: readonly Person[],
  text: string,
): Person[] {
  const wanted = flat(text);
  return members.filter((member) => {
    if (member.deleted) return false;
    const kana = flat(member.familyNameKana + member.firstNameKana);
    const names = [flat(member.familyName + member.firstName), kana, romaji(kana)];
    return names.some((name) => name.includes(wanted));
  });
}
