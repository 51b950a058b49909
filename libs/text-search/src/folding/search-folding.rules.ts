import { commonKanji } from '@engawa/contracts';

/** A folded text with the position of each UTF-16 unit in the original. */
export interface FoldedText {
  folded: string;
  /** For each unit of `folded`: start of its part of the original. */
  starts: number[];
  /** For each unit of `folded`: end of its part of the original, exclusive. */
  ends: number[];
}

/** How a long vowel mark is folded: removed (サーバー = サーバ) or replaced by its vowel (ラーメン = らあめん). */
export type LongVowels = 'dropped' | 'spelled';

/** Separates the texts of one document; never part of a query. */
export const TEXT_BREAK = '\u0000';

const KATAKANA_OFFSET = 0x60;
const LONG_VOWEL = 'ー';
const REPEATED_KANJI = '々';

/**
 * Marks that combine with the character before them: accents, (semi-)voiced marks, variation
 * selectors.
 */
const joiningMark = /^[\p{Mn}\uff9e\uff9f]/u;
const invisible = /\p{Cf}|\p{Variation_Selector}/gu;
/** Middle dots separate words, like spaces. */
const blank = /[\s・]/;
/** Characters that are folded by those beside them; small kana (`largeKana`) are too. */
const special = /[\s・ーゔ々]/;
/** Scripts written without spaces between words. */
const unspaced = /[\u3005\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff\u{20000}-\u{323af}]/u;
const letter = /\p{L}/u;
const digit = /[0-9]/;
const dash = /[-\u2010-\u2013\u2212]/;
/** What may be a separator within a number; most texts have none. */
const separated = /[0-9][-,'\u2010-\u2013\u2212][0-9]/;

const largeKana: Record<string, string> = {
  ...Object.fromEntries(
    [...'ぁあぃいぅうぇえぉおっつゃやゅゆょよゎわゕかゖけ'.matchAll(/(.)(.)/gu)].map(
      ([, small, large]) => [small, large],
    ),
  ),
};
/** Vowels that change the sound of ヴ (folded ぶ): ヴァ = バ. */
const afterVu: Record<string, string> = { ぁ: 'ば', ぃ: 'び', ぇ: 'べ', ぉ: 'ぼ' };
const glideAfterVu = 'ゃゅょ';
const latinLetters: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l' };
const vowelRows: readonly [string, string][] = [
  ['あかがさざただなはばぱまやらわ', 'あ'],
  ['いきぎしじちぢにひびぴみりゐ', 'い'],
  ['うくぐすずつづぬふぶぷむゆる', 'う'],
  ['えけげせぜてでねへべぺめれゑ', 'え'],
  ['おこごそぞとどのほぼぽもよろを', 'お'],
];
const vowelOf = new Map(
  vowelRows.flatMap(([row, vowel]) => [...row].map((kana): [string, string] => [kana, vowel])),
);

/**
 * Folds a character with its marks, independent of its neighbours: width, case, accents, variants.
 */
function foldCharacter(cluster: string): string {
  const plain = cluster.replace(invisible, '');
  const bare = plain
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFKC');
  let folded = '';
  for (const one of bare.toLowerCase()) {
    const code = one.charCodeAt(0);
    if (code >= 0x30a1 && code <= 0x30f6) folded += String.fromCharCode(code - KATAKANA_OFFSET);
    else folded += commonKanji.get(one) ?? latinLetters[one] ?? one;
  }
  return folded;
}

/** A folded character; `plain`: the characters beside it do not change it. */
interface Piece {
  text: string;
  plain: boolean;
}

/** Cache of folded single units; texts use a few thousand. */
const known = new Map<string, Piece>();

function pieceOf(cluster: string): Piece {
  const found = known.get(cluster);
  if (found) return found;
  const text = foldCharacter(cluster);
  const made = { text, plain: text.length === 1 && !special.test(text) && !(text in largeKana) };
  if (cluster.length === 1) known.set(cluster, made);
  return made;
}

/** Faster to rule out: Latin letters, kana and kanji. */
function neverJoins(code: number): boolean {
  return code < 0x300 || (code > 0x3040 && code < 0xa66f && code !== 0x3099 && code !== 0x309a);
}

/** End of the character at `at`, including its combining marks. */
function clusterEnd(text: string, at: number): number {
  let end = at + (text.codePointAt(at)! > 0xffff ? 2 : 1);
  while (end < text.length && !neverJoins(text.charCodeAt(end))) {
    const next = String.fromCodePoint(text.codePointAt(end)!);
    if (!joiningMark.test(next)) break;
    end += next.length;
  }
  return end;
}

/**
 * Folds a text for search (SRC-4), with positions in the original. Spellings that count as one
 * become equal: width, case, accents, hiragana and katakana, small kana, ヴァ and バ, variant kanji,
 * 々, long vowel marks, separators within numbers. Spaces and line breaks between Japanese
 * characters are removed, because words may be broken there; others count as one space.
 */
export function foldWithOffsets(text: string, longVowels: LongVowels = 'dropped'): FoldedText {
  const out = new Output();
  let at = 0;
  let pendingBlank: { start: number; end: number; line: boolean } | null = null;
  let vu = false;
  while (at < text.length) {
    const end = clusterEnd(text, at);
    const cluster = text.slice(at, end);
    const { text: piece, plain } = pieceOf(cluster);
    const start = at;
    at = end;
    if (plain && !pendingBlank && !vu) {
      out.add(piece, start, end);
      continue;
    }
    if (piece === '') continue;
    if (blank.test(piece)) {
      pendingBlank ??= { start, end, line: false };
      pendingBlank.end = end;
      if (cluster === '\n' || cluster === '\r') pendingBlank.line = true;
      continue;
    }
    if (pendingBlank) {
      out.addBlank(pendingBlank, piece);
      pendingBlank = null;
      vu = false;
    }
    for (const one of piece) {
      if (one === LONG_VOWEL) {
        const vowel = longVowels === 'spelled' ? vowelOf.get(out.last()) : undefined;
        if (vowel) out.add(vowel, start, end);
        else if (out.last() !== '') out.extend(end);
      } else if (vu && afterVu[one]) {
        out.replaceLast(afterVu[one], end);
        vu = false;
      } else {
        if (vu && glideAfterVu.includes(one)) out.replaceLast('び', end);
        vu = one === 'ゔ';
        const written = vu ? 'ぶ' : (largeKana[one] ?? one);
        const repeats = written === REPEATED_KANJI && !/^ ?$/.test(out.last());
        out.add(repeats ? out.last() : written, start, end);
      }
    }
  }
  if (out.last() === ' ') out.removeLast();
  return withoutSeparators(out);
}

/** Like {@link foldWithOffsets}, without positions. */
export function foldForSearch(text: string, longVowels: LongVowels = 'dropped'): string {
  return foldWithOffsets(text, longVowels).folded;
}

class Output {
  readonly characters: string[] = [];
  readonly starts: number[] = [];
  readonly ends: number[] = [];

  last(): string {
    return this.characters.at(-1) ?? '';
  }

  add(character: string, start: number, end: number): void {
    this.characters.push(character);
    this.starts.push(start);
    this.ends.push(end);
  }

  /** The last character covers more of the original. */
  extend(end: number): void {
    this.ends[this.ends.length - 1] = end;
  }

  replaceLast(character: string, end: number): void {
    this.characters[this.characters.length - 1] = character;
    this.extend(end);
  }

  removeLast(): void {
    this.characters.pop();
    this.starts.pop();
    this.ends.pop();
  }

  addBlank(pending: { start: number; end: number; line: boolean }, next: string): void {
    const before = this.last();
    // After a blank, a long vowel mark adds nothing.
    if (before === '' || before === ' ') return;
    if (unspaced.test(before) && unspaced.test(next)) return;
    // A word broken over two lines by a hyphen.
    if (pending.line && before === '-' && letter.test(this.characters.at(-2) ?? '')) {
      if (letter.test(next)) {
        this.removeLast();
        return;
      }
    }
    this.add(' ', pending.start, pending.end);
  }
}

/** Removes separators between the digits of a number: 12,000 and 090-1234-5678. */
function withoutSeparators({ characters, starts, ends }: Output): FoldedText {
  const all = characters.join('');
  if (all.length === characters.length && !separated.test(all))
    return { folded: all, starts, ends };
  const result: FoldedText = { folded: '', starts: [], ends: [] };
  const isDigit = (index: number) => digit.test(characters[index] ?? '');
  for (let at = 0; at < characters.length; at += 1) {
    const one = characters[at]!;
    // Separators are all before U+2213: most characters of a Japanese text need no look around.
    if (one < '\u2213' && isDigit(at - 1) && isDigit(at + 1)) {
      const grouped = isDigit(at + 2) && isDigit(at + 3) && !isDigit(at + 4);
      if ((one === ',' || one === "'") && grouped) continue;
      if (dash.test(one) && isDigit(at - 2) && isDigit(at + 2)) continue;
    }
    result.folded += one;
    for (let unit = 0; unit < one.length; unit += 1) {
      result.starts.push(starts[at]!);
      result.ends.push(ends[at]!);
    }
  }
  return result;
}
