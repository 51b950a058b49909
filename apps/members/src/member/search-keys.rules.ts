import { foldText } from '@engawa/contracts';
import { kanaToRomaji, romajiPrefixes } from './romaji.rules';

/**
 * Beginnings up to this length (UTF-16 units) stand in the index; what is asked beyond it is
 * checked against the whole keys of the few members found by the beginning.
 */
export const PREFIX_LENGTH = 6;
/** Longest key kept, and longest word asked. */
const KEY_LENGTH = 40;
const COMPANY_WORDS = 4;

/** Legal forms that nobody types first: 株式会社さくら is found by さくら as well. */
const legalForm =
  /^(?:株式会社|有限会社|合同会社|合資会社|一般社団法人|社団法人|財団法人|npo法人|\(株\)|\(有\)|\(同\))/;

function companyWords(company: string): string[] {
  const folded = foldText(company).trim();
  if (!folded) return [];
  const words = folded.split(/[\s・,、/()]+/).filter(Boolean);
  const bare = folded.replace(legalForm, '').trim();
  return [folded.replace(/\s/g, ''), ...words, bare.replace(/\s/g, '')]
    .filter(Boolean)
    .slice(0, COMPANY_WORDS + 2);
}

/** Everything of a member whose beginning finds it: kanji, kana, romaji, company words (MBR-1). */
export function searchKeysOf(member: {
  familyName: string;
  firstName: string;
  familyNameKana: string;
  firstNameKana: string;
  company: string;
}): string[] {
  const bare = (text: string) => foldText(text).replace(/[\s・]/g, '');
  const family = bare(member.familyName);
  const first = bare(member.firstName);
  const familyKana = bare(member.familyNameKana);
  const firstKana = bare(member.firstNameKana);
  const keys = [
    family + first,
    first,
    familyKana + firstKana,
    firstKana,
    kanaToRomaji(familyKana + firstKana),
    kanaToRomaji(firstKana),
    ...companyWords(member.company),
  ];
  return [...new Set(keys.filter(Boolean).map((key) => key.slice(0, KEY_LENGTH)))];
}

/** The indexed beginnings of the keys. */
export function prefixesOf(keys: readonly string[]): string[] {
  const prefixes = new Set<string>();
  for (const key of keys) {
    for (let length = 1; length <= Math.min(key.length, PREFIX_LENGTH); length += 1) {
      prefixes.add(key.slice(0, length));
    }
  }
  return [...prefixes];
}

/**
 * What to look for: for each word of the question the beginnings of keys of which one must be
 * there. All words must be found. Empty for a question without a letter.
 */
export function askedPrefixes(question: string): string[][] {
  const words = foldText(question)
    .split(/[\s・]+/)
    .filter(Boolean)
    .slice(0, 5);
  return words.map((word) => [
    ...new Set([word, ...romajiPrefixes(word)].map((one) => one.slice(0, KEY_LENGTH))),
  ]);
}
