/**
 * Names are compared in one romanization: Hepburn is mapped to Kunrei consonants (shi, si → si; chi
 * → ti; fu → hu; ji → zi), long vowels are shortened, and a syllabic n is always n.
 */
const vowelRows: [string, string][] = [
  ['あいうえお', ''],
  ['かきくけこ', 'k'],
  ['がぎぐげご', 'g'],
  ['さしすせそ', 's'],
  ['ざじずぜぞ', 'z'],
  ['たちつてと', 't'],
  ['なにぬねの', 'n'],
  ['はひふへほ', 'h'],
  ['ばびぶべぼ', 'b'],
  ['ぱぴぷぺぽ', 'p'],
  ['まみむめも', 'm'],
  ['らりるれろ', 'r'],
];
const vowels = 'aiueo';

const syllables = new Map<string, string>([
  ...vowelRows.flatMap(([kana, consonant]) =>
    [...kana].map((one, index): [string, string] => [one, consonant + vowels[index]]),
  ),
  ...Object.entries({
    だ: 'da',
    ぢ: 'zi',
    づ: 'zu',
    で: 'de',
    ど: 'do',
    や: 'ya',
    ゆ: 'yu',
    よ: 'yo',
    わ: 'wa',
    ゐ: 'i',
    ゑ: 'e',
    を: 'o',
    ん: 'n',
    ゔ: 'vu',
    ふぁ: 'fa',
    ふぃ: 'fi',
    ふぇ: 'fe',
    ふぉ: 'fo',
    うぃ: 'wi',
    うぇ: 'we',
    うぉ: 'wo',
    ゔぁ: 'va',
    ゔぃ: 'vi',
    ゔぇ: 've',
    ゔぉ: 'vo',
    てぃ: 'ti',
    でぃ: 'di',
    とぅ: 'tu',
    どぅ: 'du',
    つぁ: 'tsa',
    つぃ: 'tsi',
    つぇ: 'tse',
    つぉ: 'tso',
  }),
]);
const smallVowels: Record<string, string> = {
  ぁ: 'a',
  ぃ: 'i',
  ぅ: 'u',
  ぇ: 'e',
  ぉ: 'o',
  ゃ: 'ya',
  ゅ: 'yu',
  ょ: 'yo',
  ゎ: 'wa',
  ゕ: 'ka',
  ゖ: 'ke',
};

/** Shortens long vowels: おお, おう → o; うう → u; ああ → a; ええ → e. */
function shortenVowels(romaji: string): string {
  return romaji
    .replace(/o[ou]+/g, 'o')
    .replace(/u{2,}/g, 'u')
    .replace(/a{2,}/g, 'a')
    .replace(/e{2,}/g, 'e');
}

function syllableAt(kana: string, at: number): { romaji: string; length: number } | null {
  const pair = kana.slice(at, at + 2);
  const known = syllables.get(pair);
  if (known !== undefined && pair.length === 2) return { romaji: known, length: 2 };
  const first = syllables.get(kana[at]!);
  if (first === undefined) {
    const small = smallVowels[kana[at]!];
    return small === undefined ? null : { romaji: small, length: 1 };
  }
  const glide = kana[at + 1];
  if (first.length > 1 && first.endsWith('i') && glide && 'ゃゅょぇ'.includes(glide)) {
    return { romaji: `${first.slice(0, -1)}y${smallVowels[glide]!.replace('y', '')}`, length: 2 };
  }
  return { romaji: first, length: 1 };
}

/**
 * Folded kana (hiragana, see `foldText`) in the comparison romanization. Other characters stay;
 * spaces and long marks are removed.
 */
export function kanaToRomaji(kana: string): string {
  let romaji = '';
  let doubled = false;
  let at = 0;
  while (at < kana.length) {
    const one = kana[at]!;
    if (one === 'っ') {
      doubled = true;
      at += 1;
      continue;
    }
    if (one === 'ー' || /\s/.test(one)) {
      at += 1;
      continue;
    }
    const syllable = syllableAt(kana, at) ?? { romaji: one, length: 1 };
    if (doubled && /^[a-z]/.test(syllable.romaji)) romaji += syllable.romaji[0];
    doubled = false;
    romaji += syllable.romaji;
    at += syllable.length;
  }
  return shortenVowels(romaji);
}

/** Ends of unfinished words whose next letter decides the spelling. */
const openEnds: [RegExp, string[]][] = [
  [/(?:sh)$/, ['si', 'sy']],
  [/(?:ch|c)$/, ['ti', 'ty']],
  [/ts$/, ['tu', 'ts']],
  [/j$/, ['zi', 'zy']],
  [/f$/, ['hu', 'f']],
  [/oh$/, ['o', 'oh']],
];

function respell(romaji: string): string {
  return shortenVowels(respellConsonants(romaji).replace(/oh(?![aiueoy])/g, 'o'));
}

function respellConsonants(romaji: string): string {
  return romaji
    .replace(/cch/g, 'tch')
    .replace(/ssh/g, 'sy_')
    .replace(/sy_i/g, 'ssi')
    .replace(/sy_/g, 'ssy')
    .replace(/shi/g, 'si')
    .replace(/sh/g, 'sy')
    .replace(/chi/g, 'ti')
    .replace(/ch/g, 'ty')
    .replace(/tsu/g, 'tu')
    .replace(/ji/g, 'zi')
    .replace(/jy?/g, 'zy')
    .replace(/fu/g, 'hu')
    .replace(/d[zj]?u/g, 'zu')
    .replace(/m(?=[bpm])/g, 'n');
}

/**
 * The possible meanings of Latin letters as prefixes in the comparison romanization: one or two for
 * an unfinished end (`sh` starts si, sya …). Empty for texts with other letters.
 */
export function romajiPrefixes(text: string): string[] {
  const latin = latinLetters(text);
  if (latin === null) return [];
  for (const [end, meant] of openEnds) {
    if (end.test(latin)) {
      const stem = latin.replace(end, '');
      return [...new Set(meant.map((one) => shortenVowels(respell(stem) + one)))];
    }
  }
  return [respell(latin)];
}

/** The letters of a Latin text without accents and apostrophes; null for others. */
function latinLetters(text: string): string | null {
  const latin = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’\-\s]/g, '')
    .toLowerCase();
  return /^[a-z]+$/.test(latin) ? latin : null;
}

/** Kana of each syllable in the comparison romanization; the common kana if several match. */
const kanaOf = new Map<string, string>();
for (const [kana, romaji] of syllables) {
  if (!kanaOf.has(romaji) && !'ゐゑをぢづ'.includes(kana)) kanaOf.set(romaji, kana);
  if (kana.length === 1 && kana !== 'ぢ' && romaji.length === 2 && romaji.endsWith('i')) {
    for (const glide of ['ゃ', 'ゅ', 'ょ']) {
      kanaOf.set(romaji[0] + smallVowels[glide]!, kana + glide);
    }
  }
}
const MAX_SYLLABLE_LENGTH = 3;
const MIN_ROMAJI_LENGTH = 3;

/** The kana of romaji, with long vowels as typed and shortened; empty if it is not romaji. */
export function romajiToKana(text: string): string[] {
  const latin = latinLetters(text);
  if (latin === null || latin.length < MIN_ROMAJI_LENGTH) return [];
  const read = [respellConsonants(latin), respell(latin)].map(kanaOfSpelling);
  return [...new Set(read)].filter((kana) => kana !== null && kana.length > 1) as string[];
}

function kanaOfSpelling(romaji: string): string | null {
  let kana = '';
  for (let at = 0; at < romaji.length;) {
    const one = romaji[at]!;
    const next = romaji[at + 1] ?? '';
    let length = Math.min(MAX_SYLLABLE_LENGTH, romaji.length - at);
    while (length > 0 && !kanaOf.has(romaji.slice(at, at + length))) length -= 1;
    if (one === 'n' && length === 1) kana += 'ん';
    else if (length > 0) kana += kanaOf.get(romaji.slice(at, at + length))!;
    else if (one === next || (one === 't' && next === 'c')) kana += 'っ';
    else return null;
    at += Math.max(1, length);
  }
  return kana;
}
