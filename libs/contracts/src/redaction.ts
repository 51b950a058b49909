import { foldText, foldWithPositions } from './folding';

/** What stands where a name stood, in any language. */
export const BLACK = '■■';
/** What follows a name that is too short to be told from other words by itself. */
const honorifics = ['さん', '様', '氏', '君', 'くん', 'ちゃん'].map(foldText);
const latin = /[a-z0-9]/;

/** A person as texts may name them. */
export interface NamedPerson {
  familyName: string;
  firstName: string;
  familyNameKana: string;
  firstNameKana: string;
}

/** How texts write a person's name, folded. */
export interface NameWritings {
  /** Whole names: they mean the person wherever they stand. */
  whole: string[];
  /** Parts of the name: they mean the person only where it is known that the text is about them. */
  part: string[];
}

/** How a person's name may be written: whole, and in parts. */
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
 * The text with every one of the names (folded) blacked out, whatever their width and kana. A Latin
 * name is not looked for inside of words.
 */
export function blackOut(text: string, names: readonly string[]): string {
  // Longer names first: a family name within a full name goes with it.
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

/** Phone numbers of Japan and of other countries, and mail addresses, as they stand in folded text. */
const contacts = [
  /(?<![\d+])(?:\+\d|0)(?:[-ー‐–−. ()]{0,2}\d){8,13}(?!\d)/g,
  /[a-z0-9._%+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+/g,
];

/** The text without phone numbers and mail addresses. */
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

/** One letter, or two of kana, stand in many words: they count with an honorific alone. */
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
