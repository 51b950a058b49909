import type { MemberRef } from '@engawa/contracts';
import { romaji } from '../recognise/names.rules';

/** Letters without width, case and spaces; katakana as hiragana. */
function flat(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, '')
    .replace(/[ァ-ヶ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x60));
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
