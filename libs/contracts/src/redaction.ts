import { foldText, foldWithPositions } from './folding';

/** Replaces a redacted name, in any language. */
export const BLACK = '■■';
/** Honorifics after names that are too short to be recognized alone. */
const honorifics = ['さん', '様', '氏', '君', 'くん', 'ちゃん'].map(foldText);
const latin = /[a-z0-9]/;

/** The names of a person. */
export interface NamedPerson {
  familyName: string;
  firstName: string;
  familyNameKana: string;
  firstNameKana: string;
}

/** Folded spellings of a person's name in texts. */
export interface NameWritings {
  /** Full names: they mean the person anywhere. */
  whole: string[];
  /** Parts of the name: they mean the person only in texts known to be about them. */
  part: string[];
}

/** The spellings of a person's name: full, and in parts. */
export function writingsOf(person: NamedPerson): NameWritings {
  const whole = new Set<string>();
  const part = new Set<string>();
  const pairs = [
    [bare(person.familyName), bare(person.firstName)],
    [bare(person.familyNameKana), bare(person.firstNameKana)],
  ] as const;
  for (const [family, first] of pairs) {
    if (family && first) {
      for (const between of ['', ' ', '・', '･', '.', ', ']) whole.add(family + between + first);
      if (latin.test(family[0]!))
        for (const between of [' ', '.']) whole.add(first + between + family);
    }
    for (const name of [family, first]) for (const writing of alone(name)) part.add(writing);
  }
  return { whole: [...whole], part: [...part] };
}

/**
 * Blacks out every one of the (folded) names, in any width and kana. Latin names are matched as
 * whole words.
 */
export function blackOut(text: string, names: readonly string[]): string {
  // Longest names first, so that a full name is not cut by its family name.
  const wanted = [...new Set(names)].sort((one, other) => other.length - one.length);
  let result = text;
  for (const name of wanted) {
    const { folded, starts } = foldWithPositions(result);
    let at = folded.indexOf(name);
    if (at === -1) continue;
    let out = '';
    let from = 0;
    while (at !== -1) {
      const end = at + name.length;
      if (!withinWord(folded, at, end)) {
        out += result.slice(from, starts[at]) + BLACK;
        from = starts[end]!;
      }
      at = folded.indexOf(name, end);
    }
    result = out + result.slice(from);
  }
  return result;
}

/** Japanese and international phone numbers, and e-mail addresses, in folded text. */
const contacts = [
  /(?<![\d+])(?:\+\d|0)(?:[-ー‐–−. ()]{0,2}\d){8,13}(?!\d)/g,
  /[a-z0-9._%+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+/g,
];

/** Blacks out phone numbers and e-mail addresses. */
export function blackOutContacts(text: string): string {
  let result = text;
  for (const pattern of contacts) {
    const { folded, starts } = foldWithPositions(result);
    let out = '';
    let from = 0;
    for (const { index, 0: found } of folded.matchAll(pattern)) {
      out += result.slice(from, starts[index]) + BLACK;
      from = starts[index + found.length]!;
    }
    result = out + result.slice(from);
  }
  return result;
}

function bare(text: string): string {
  return foldText(text).replace(/\s/g, '');
}

/** One letter, or two of kana, occur in many words: they match only with an honorific. */
function alone(name: string): string[] {
  const length = [...name].length;
  if (length === 0) return [];
  const short = length < 2 || (length < 3 && /^[ぁ-ゖーa-z]+$/.test(name));
  return short ? honorifics.map((honorific) => name + honorific) : [name];
}

function withinWord(folded: string, at: number, end: number): boolean {
  const before = folded[at - 1] ?? '';
  const after = folded[end] ?? '';
  return (
    (latin.test(folded[at]!) && latin.test(before)) ||
    (latin.test(folded[end - 1]!) && latin.test(after))
  );
}
