import { foldText } from '@engawa/contracts';
import { foldForSearch, TEXT_BREAK } from '../folding/search-folding.rules';
import { kanaToRomaji } from '../folding/romaji.rules';

/** Longest searchable text of a document, in folded UTF-16 units. */
export const TEXT_LIMIT = 30_000;

/** Romaji uses separate code points: a query for "si" must not find 橋 (romaji `hasi`). */
const ROMAJI_OFFSET = 0xe000;
const longVowelWord = /[ぁ-ゖァ-ヺｦ-ﾟー]*[ーｰ][ぁ-ゖァ-ヺｦ-ﾟー]*/g;
const kana = /[ぁ-ゖァ-ヺｦ-ﾟ]/;

/** All texts of a document as one folded text, separated from each other. */
export function joinTexts(texts: readonly string[]): string {
  const spelled = texts.flatMap((text) => text.match(longVowelWord) ?? []);
  const folded = [
    ...texts.map((text) => foldForSearch(text)),
    ...spelled.map((word) => foldForSearch(word, 'spelled')),
  ];
  return [...new Set(folded)]
    .map((text) => text.replaceAll(TEXT_BREAK, ' '))
    .filter(Boolean)
    .join(TEXT_BREAK)
    .slice(0, TEXT_LIMIT);
}

/** The text of names, with the romaji of names in kana. */
export function joinNames(names: readonly string[]): string {
  const romaji = names
    .filter((name) => kana.test(name))
    .map((name) => romajiUnits(kanaToRomaji(foldText(name))));
  return [joinTexts(names), ...new Set(romaji)].filter(Boolean).join(TEXT_BREAK);
}

/** Romaji (see `kanaToRomaji`) in the code points used in texts. */
export function romajiUnits(romaji: string): string {
  return romaji.replace(/[a-z]/g, (letter) =>
    String.fromCharCode(ROMAJI_OFFSET + letter.charCodeAt(0)),
  );
}
