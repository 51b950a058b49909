import { foldForSearch, TEXT_BREAK } from '../folding/search-folding.rules';
import { romajiPrefixes, romajiToKana } from '../folding/romaji.rules';
import { romajiUnits } from './search-text.rules';

/** Most pieces of a query; further ones are ignored. */
export const PIECE_LIMIT = 10;

/** One word or phrase of a query: its spellings, one of which a text must contain. */
export type Piece = readonly string[];

const openQuotes = '"“”„«「『';
const closeQuotes: Record<string, string> = {
  '"': '"',
  '“': '”',
  '”': '”',
  '„': '”',
  '«': '»',
  '「': '」',
  '『': '』',
};

/**
 * Splits a query into pieces, all of which a text must contain (SRC-1). Words are separated by
 * spaces of any width; quoted text is one piece including its spaces. Japanese brackets 「」 also
 * quote. An unclosed quote counts as a space.
 */
export function piecesOf(query: string): Piece[] {
  const pieces = new Map<string, Piece>();
  let word = '';
  const finish = () => {
    const piece = spellingsOf(word);
    if (piece.length > 0 && !pieces.has(piece[0]!)) pieces.set(piece[0]!, piece);
    word = '';
  };
  const characters = [...query.normalize('NFC').replace(/＂/g, '"')];
  for (let at = 0; at < characters.length; at += 1) {
    const one = characters[at]!;
    if (openQuotes.includes(one)) {
      const end = characters.indexOf(closeQuotes[one]!, at + 1);
      finish();
      if (end === -1) continue;
      word = characters.slice(at + 1, end).join('');
      finish();
      at = end;
    } else if (/\s/.test(one)) {
      finish();
    } else {
      word += one;
    }
  }
  finish();
  return [...pieces.values()].slice(0, PIECE_LIMIT);
}

/** As written, with long vowels, and as romaji of names and kana. */
function spellingsOf(word: string): string[] {
  const spellings = [
    foldForSearch(word),
    ...(/[ーｰ]/.test(word) ? [foldForSearch(word, 'spelled')] : []),
    ...romajiPrefixes(word).map(romajiUnits),
    ...romajiToKana(word).map((kana) => foldForSearch(kana)),
  ].map((text) => text.replaceAll(TEXT_BREAK, ' ').trim());
  return [...new Set(spellings)].filter(Boolean);
}
