import { foldText } from '@engawa/contracts';
import { kanaToRomaji, romajiPrefixes } from './romaji.rules';

/**
 * Beginnings in the index: so many letters of a Latin word, or characters of another. What is asked
 * beyond them is checked against the whole keys of the few members found by the beginning.
 */
const LATIN_HEAD = 4;
const OTHER_HEAD = 2;
/** Longest key kept, and longest word asked. */
const KEY_LENGTH = 40;
const COMPANY_WORDS = 4;

/** Legal forms that tell no company from another: 株式会社さくら is found by さくら as well. */
const legalForm =
  /^(?:株式会社|有限会社|合同会社|合資会社|一般社団法人|社団法人|財団法人|npo法人|\(株\)|\(有\)|\(同\))/;
const kana = /[ぁ-ゖー]/;

/** A text with its kana in romaji: kana and romaji of a name are one in the index. */
function spelled(text: string): string {
  return kana.test(text) ? kanaToRomaji(text) : text;
}

function headLength(key: string): number {
  return /^[a-z]/.test(key) ? LATIN_HEAD : OTHER_HEAD;
}

function companyWords(company: string): string[] {
  const whole = foldText(company).trim();
  if (!whole) return [];
  const bare = whole.replace(legalForm, '');
  const words = bare.split(/[\s・,、/()]+/).filter(Boolean);
  return [whole.replace(/\s/g, ''), bare.replace(/\s/g, ''), ...words.slice(0, COMPANY_WORDS)];
}

/**
 * Everything of a member whose beginning finds it (MBR-1), folded: kanji, kana, romaji, company
 * words.
 */
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
  const written = [
    family + first,
    first,
    familyKana + firstKana,
    firstKana,
    ...companyWords(member.company),
  ];
  const keys = [...written, ...written.map(spelled)];
  return [...new Set(keys.filter(Boolean).map((key) => key.slice(0, KEY_LENGTH)))];
}

/** The indexed beginnings of the keys, each once; of kana those of its romaji. */
export function prefixesOf(keys: readonly string[]): string[] {
  const prefixes = new Set<string>();
  for (const key of keys.map(spelled)) {
    for (let length = 1; length <= Math.min(key.length, headLength(key)); length += 1) {
      prefixes.add(key.slice(0, length));
    }
  }
  return [...prefixes];
}

/** One word of a question. */
export interface AskedWord {
  /** Indexed beginnings of which a member must have one. */
  heads: string[];
  /** Beginnings of whole keys of which it must have one; empty where the heads decide. */
  keys: string[];
}

/** What to look for; all words must be found. Empty for a question without a letter. */
export function askedWords(question: string): AskedWord[] {
  const words = foldText(question)
    .trim()
    .replace(legalForm, (form, at: number, all: string) => (all.length > form.length ? '' : form))
    .split(/[\s・]+/)
    .filter(Boolean);
  return words.slice(0, 5).map((word) => {
    const typed = word.slice(0, KEY_LENGTH);
    const latin = romajiPrefixes(typed);
    const romaji = kana.test(typed) ? openKana(kanaToRomaji(typed)) : latin;
    // Kana say more than their romaji, in which long vowels are short.
    const wanted = kana.test(typed) ? [typed] : [...new Set([typed, ...latin])];
    const spellings = kana.test(typed) ? romaji : wanted;
    const heads = [...new Set(spellings.map((one) => one.slice(0, headLength(one))))];
    const decided = !kana.test(typed) && wanted.every((one) => one.length <= headLength(one));
    return { heads, keys: decided ? [] : wanted };
  });
}

/** The last kana may be the beginning of another sound: し of しゃ. */
function openKana(romaji: string): string[] {
  return /[kgsztnhbpmr]i$/.test(romaji) ? [romaji, `${romaji.slice(0, -1)}y`] : [romaji];
}
