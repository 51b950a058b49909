import { foldText } from '@engawa/contracts';

/** Between the texts of one entry; never part of a question. */
export const FIELD_BREAK = '\u0000';
/** Longest text of an entry that is searched, in UTF-16 units of its folded form. */
export const TEXT_LIMIT = 30_000;

/** The form in which texts are stored and asked: folded, runs of blanks as one. */
export function searchText(text: string): string {
  return foldText(text).replaceAll(FIELD_BREAK, ' ').replace(/\s+/g, ' ').trim();
}

/** All texts of an entry as one, each apart from the next. */
export function joinTexts(texts: readonly string[]): string {
  return texts.map(searchText).filter(Boolean).join(FIELD_BREAK).slice(0, TEXT_LIMIT);
}

const blank = new Set([' ', FIELD_BREAK]);

/**
 * Index keys of a text: every character and every pair of neighbours, each once. With them any
 * piece of the text is found, as Japanese has no blanks between words. A pair is a key exactly when
 * it stands in the text; of longer pieces the keys are only candidates.
 */
export function gramsOf(text: string): string[] {
  const grams = new Set<string>();
  let before = '';
  for (const character of text) {
    if (blank.has(character)) {
      before = '';
      continue;
    }
    grams.add(character);
    if (before) grams.add(before + character);
    before = character;
  }
  return [...grams];
}

/** The keys that every text with this piece has: its pairs, or its single character. */
export function neededGrams(piece: string): string[] {
  const needed = new Set<string>();
  for (const word of piece.split(' ')) {
    const characters = [...word];
    if (characters.length === 1) needed.add(word);
    for (let at = 1; at < characters.length; at += 1) {
      needed.add(characters[at - 1]! + characters[at]!);
    }
  }
  return [...needed];
}

/** Whether the keys alone decide: a piece of one or two characters without a blank. */
export function decidedByGrams(piece: string): boolean {
  return !piece.includes(' ') && [...piece].length <= 2;
}
