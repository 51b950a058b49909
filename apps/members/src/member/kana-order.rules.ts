import { foldText } from '@engawa/contracts';

/** Voiced and small kana → the plain kana of dictionary order. */
const plainKana = new Map<string, string>();
for (const [plain, variants] of [
  ['あ', 'ぁ'],
  ['い', 'ぃ'],
  ['う', 'ぅゔ'],
  ['え', 'ぇ'],
  ['お', 'ぉ'],
  ['か', 'がゕ'],
  ['き', 'ぎ'],
  ['く', 'ぐ'],
  ['け', 'げゖ'],
  ['こ', 'ご'],
  ['さ', 'ざ'],
  ['し', 'じ'],
  ['す', 'ず'],
  ['せ', 'ぜ'],
  ['そ', 'ぞ'],
  ['た', 'だ'],
  ['ち', 'ぢ'],
  ['つ', 'っづ'],
  ['て', 'で'],
  ['と', 'ど'],
  ['は', 'ばぱ'],
  ['ひ', 'びぴ'],
  ['ふ', 'ぶぷ'],
  ['へ', 'べぺ'],
  ['ほ', 'ぼぽ'],
  ['や', 'ゃ'],
  ['ゆ', 'ゅ'],
  ['よ', 'ょ'],
  ['わ', 'ゎ'],
] as const) {
  for (const variant of variants) plainKana.set(variant, plain);
}
const vowelOf: [string, string][] = [
  ['あかさたなはまやらわ', 'あ'],
  ['いきしちにひみりゐ', 'い'],
  ['うくすつぬふむゆる', 'う'],
  ['えけせてねへめれゑ', 'え'],
  ['おこそとのほもよろを', 'お'],
];

/** First level of dictionary order: ignores voicing and size; a long mark is its vowel. */
function plainForm(folded: string): string {
  let plain = '';
  for (const one of folded) {
    if (one === 'ー') {
      const before = plain.at(-1) ?? '';
      plain += vowelOf.find(([row]) => row.includes(before))?.[1] ?? '';
    } else {
      plain += plainKana.get(one) ?? one;
    }
  }
  return plain;
}

/** Sorts before every letter, so that a shorter name comes first. */
const PART_SEPARATOR = '\u0001';
/** Longest part of a name in the sort key; keeps index keys and cursors small. */
const MAX_PART_LENGTH = 16;

/**
 * The sort key of a member, kana first and then name (MBR-1): か and が are neighbours, カ, ｶ and か
 * are equal. A name without kana sorts by its own letters, after the kana.
 */
export function sortKeyOf(name: {
  familyName: string;
  firstName: string;
  familyNameKana: string;
  firstNameKana: string;
}): string {
  const parts = [
    foldText(name.familyNameKana || name.familyName),
    foldText(name.firstNameKana || name.firstName),
  ].map((part) => part.replace(/\s/g, '').slice(0, MAX_PART_LENGTH));
  const written = foldText(name.familyName + name.firstName).slice(0, MAX_PART_LENGTH);
  const rank = /^[ぁ-ゖ]/.test(parts[0]!) ? '0' : '1';
  return rank + [...parts.map(plainForm), ...parts, written].join(PART_SEPARATOR);
}
