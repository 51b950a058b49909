/** Distance of katakana ァ to ヶ from their hiragana. */
const KATAKANA_OFFSET = 0x60;
/**
 * Marks that combine with the character before them: combining and half-width (semi-)voiced marks.
 */
const joining = /[\u0300-\u036f\u3099\u309a\uff9e\uff9f]/;

/**
 * Folds a text for comparison: ignores width (NFKC), case and kind of kana. Katakana becomes
 * hiragana: `ｶﾌｪ`, `カフェ` and `かふぇ` are equal.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u30a1-\u30f6]/g, (kana) =>
      String.fromCharCode(kana.charCodeAt(0) - KATAKANA_OFFSET),
    );
}

/** A folded text with the position of each UTF-16 unit in the original. */
export interface FoldedText {
  folded: string;
  /** For each unit of `folded`, the start of its character in the original; then the end. */
  starts: number[];
}

/** Like {@link foldText}, with positions, so that a hit can be marked in the original. */
export function foldWithPositions(text: string): FoldedText {
  let folded = '';
  const starts: number[] = [];
  let at = 0;
  while (at < text.length) {
    let end = at + (text.codePointAt(at)! > 0xffff ? 2 : 1);
    while (end < text.length && joining.test(text[end]!)) end += 1;
    const piece = foldText(text.slice(at, end));
    for (let unit = 0; unit < piece.length; unit += 1) starts.push(at);
    folded += piece;
    at = end;
  }
  starts.push(text.length);
  return { folded, starts };
}
