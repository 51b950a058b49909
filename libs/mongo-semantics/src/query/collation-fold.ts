import { isDoc, type Doc, type Value } from '../bson/bson-value';
import { compareValues, type StringOrder } from '../bson/value-comparator';
import { MongoError } from '../mongo-error';
import { isFoldable } from './collation';

let letters: Map<string, string> | null = null;

/** For each letter and numeral of the common plane the simplest text that ICU's root collation takes for the same. */
function lettersByBase(): Map<string, string> {
  if (letters) return letters;
  const { compare } = new Intl.Collator('en', { sensitivity: 'base' });
  const alphabet = [...'abcdefghijklmnopqrstuvwxyz'];
  const simple = new Set([
    '',
    ...alphabet,
    ...alphabet.flatMap((first) => alphabet.map((second) => first + second)),
    ...Array.from({ length: 51 }, (_, value) => String(value)),
  ]);
  const all = [...simple];
  for (let code = 0x80; code < 0xd800; code++) all.push(String.fromCharCode(code));
  const sorted = all.filter((text) => simple.has(text) || OTHER_LETTER.test(text)).sort(compare);
  letters = new Map();
  for (let from = 0, to: number; from < sorted.length; from = to) {
    for (to = from + 1; to < sorted.length && compare(sorted[from]!, sorted[to]!) === 0;) to++;
    const same = sorted.slice(from, to);
    const base = same.find((text) => simple.has(text)) ?? same.sort()[0]!;
    for (const text of same) letters.set(text, base);
  }
  return letters;
}

/** Letters and numerals besides ASCII's, but not those that are always only themselves. */
const OTHER_LETTER = /(?![a-zA-Z0-9]|\p{Script=Hangul}|(?=\p{Lo})\p{Script=Han})[\p{L}\p{N}]/u;
const OTHER_LETTERS = new RegExp(OTHER_LETTER, 'gu');

/**
 * A text that is the same for all texts that collations hold for equal, and for some more: without accents, case,
 * kind of kana, vowels of kana, punctuation and leading zeros. It finds candidates; the collation itself decides.
 */
function foldText(text: string): string {
  const plain = text
    // Two whose decomposition is not what they are sorted by.
    .replaceAll('ͺ', 'ι')
    .replaceAll('ᵌ', 'ᴈ')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    // Some languages take these for each other.
    .replace(/[yı]/g, 'i')
    .replaceAll('þ', 'th');
  return plain
    .replace(/[ぁ-おァ-オｱ-ｵー々ゝゞヽヾ]/g, '')
    .replace(OTHER_LETTERS, (letter) => lettersByBase().get(letter) ?? '')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .replace(/(?<!\d)0+/g, '');
}

/** A value with all its texts folded. */
export function foldValue(value: Value): Value {
  if (typeof value === 'string') return foldText(value);
  if (Array.isArray(value)) return value.map(foldValue);
  if (!isDoc(value)) return value;
  const result: Doc = new Map();
  for (const [name, inner] of value) result.set(name, foldValue(inner));
  return result;
}

/** For each value the first that the order held for equal to it, so that equal values have one key. */
export class Representatives {
  private readonly buckets = new Map<string, Value[]>();

  constructor(
    private readonly strings: StringOrder,
    private readonly keyOf: (value: Value) => string,
  ) {}

  /** @throws MongoError 115 for a text in a language whose texts cannot be folded */
  of(value: Value): Value {
    if (typeof value !== 'string' && (typeof value !== 'object' || value === null)) return value;
    if (!isFoldable(this.strings))
      throw new MongoError(115, 'groups under a collation of this language are not supported');
    const key = this.keyOf(foldValue(value));
    const bucket = this.buckets.get(key);
    const known = bucket?.find((other) => compareValues(other, value, this.strings) === 0);
    if (known !== undefined) return known;
    if (bucket) bucket.push(value);
    else this.buckets.set(key, [value]);
    return value;
  }
}
