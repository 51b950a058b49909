import { isDoc, type Doc, type Value } from '../bson/bson-value';
import { compareValues, type StringOrder } from '../bson/value-comparator';

/** Letters that collations take for others, but that Unicode does not decompose. */
const LETTERS: { readonly [letter: string]: string } = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  þ: 'th',
  ı: 'i',
  ĸ: 'k',
  ŋ: 'n',
  ŧ: 't',
  ſ: 's',
  ς: 'σ',
};

/**
 * A text that is the same for all texts that any collation holds for equal, and for some more: without accents,
 * case, kana kind and vowels, punctuation and leading zeros. It finds candidates; the collation itself decides.
 */
function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replace(/[ßæœøđðłħþıĸŋŧſς]/g, (letter) => LETTERS[letter]!)
    .replace(/[\u3041-\u3096]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60))
    .replace(/[ァ-オー々ヽヾゝゞ]/g, '')
    .replace(/[ッャュョヮヵヶ]/g, (kana) =>
      kana === 'ヵ' ? 'カ' : kana === 'ヶ' ? 'ケ' : String.fromCharCode(kana.charCodeAt(0) + 1),
    )
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .replace(/(?<!\p{N})0+/gu, '');
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

  of(value: Value): Value {
    if (typeof value !== 'string' && (typeof value !== 'object' || value === null)) return value;
    const key = this.keyOf(foldValue(value));
    const bucket = this.buckets.get(key);
    const known = bucket?.find((other) => compareValues(other, value, this.strings) === 0);
    if (known !== undefined) return known;
    if (bucket) bucket.push(value);
    else this.buckets.set(key, [value]);
    return value;
  }
}
