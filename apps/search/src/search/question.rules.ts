import { foldText } from '@engawa/contracts';
import { FIELD_BREAK } from './gram.rules';

/** Most pieces of one question; further ones are left out. */
export const PIECE_LIMIT = 10;

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
 * What a question asks for: all of these pieces must stand in a text (SRC-1). Words are apart by
 * blanks of any width; what is in quotes is one piece with its blanks. Japanese brackets 「」 quote
 * as well. A quote that is never closed counts as a blank. Pieces are folded, each once.
 */
export function piecesOf(question: string): string[] {
  const pieces: string[] = [];
  let word = '';
  const finish = () => {
    const piece = normal(word);
    if (piece && !pieces.includes(piece)) pieces.push(piece);
    word = '';
  };
  const characters = [...question.normalize('NFC').replace(/＂/g, '"')];
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
  return pieces.slice(0, PIECE_LIMIT);
}

function normal(text: string): string {
  return foldText(text).replaceAll(FIELD_BREAK, ' ').replace(/\s+/g, ' ').trim();
}
