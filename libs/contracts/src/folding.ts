/** Katakana ァ to ヶ stand this far above their hiragana. */
const KATAKANA_OFFSET = 0x60;
/** Marks that belong to the character before them: combining and half-width (semi-)voiced marks. */
const joining = /[\u0300-\u036f\u3099\u309a\uff9e\uff9f]/;

/**
 * The form in which texts are compared: width (NFKC), case and kana do not matter. Katakana becomes
 * hiragana: `ｶﾌｪ`, `カフェ` and `かふぇ` are one.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u30a1-\u30f6]/g, (kana) =>
      String.fromCharCode(kana.charCodeAt(0) - KATAKANA_OFFSET),
    );
}

/** A folded text that knows where each of its UTF-16 units stood in the original. */
export interface FoldedText {
  folded: string;
  /** For each unit of `folded` the unit of the original where its character begins; then the end. */
  starts: number[];
}

/** Folds like {@link foldText}, with the way back, so that a hit can be marked in the original. */
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
