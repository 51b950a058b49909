import { commonKanji, type MemberRef } from '@engawa/contracts';

/** A person named in a text. */
export interface FoundName<Person> {
  at: number;
  /** The matched words, such as 佐藤さん. */
  phrase: string;
  /** The members with this name: several if they share it. */
  people: readonly Person[];
}

/** A name with さん, 様 or 氏 that no member has. */
export interface UnknownName {
  at: number;
  phrase: string;
  name: string;
}

type Named = Pick<
  MemberRef,
  'id' | 'familyName' | 'firstName' | 'familyNameKana' | 'firstNameKana'
>;

const honorific = '(?:さん|さま|様|氏|くん|君|ちゃん|先生)';

/** Katakana as hiragana and wide letters as narrow ones; positions stay those of the text. */
function flatName(text: string): string {
  return [...text]
    .map((letter) => {
      const flat = letter.normalize('NFKC').toLowerCase();
      return flat.length === letter.length ? flat : letter;
    })
    .join('')
    .replace(/[ァ-ヶ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x60));
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const han = /\p{Script=Han}/u;
/** Words that may precede a name without a space. */
const leadWords =
  '(?:今日|昨日|明日|先日|本日|今朝|午前|午後|新規|初回|見学|体験|入会|退会|会員|利用者|法人|個人|担当|朝|昼|夜)';
const leads = new RegExp(`^${leadWords}+`);
/** Words before さん or 様 that are not names. */
const noNames =
  /^(?:皆|お?客|奥|神|王|父|母|兄|姉|弟|妹|娘|息子|嫁|婿|孫|子|業者|大家|店員|店長|社長|部長|医者|看護師|職人|隣|先方|担当者?|会員|スタッフ|オーナー|メンバー|パート|アルバイト)$/;
/** Words that end with 様 or 氏. */
const noNamePhrases = /^(?:[一貴同多有異]様|[同両各某摂華]氏)$|[仕模]様$/;
/** Words in hiragana that only look like a name with さん. */
const noKanaNames = /^(?:たくさん|みなさん|みなさま|みな様)$/;

/** さん, 様 or 氏 after a first name; 様式, 様子 and 氏名 are words. */
const firstHonorific = '(?:さん|さま|様(?![式子々])|氏(?![名族]))';
/** After one letter 様 mostly ends a word: 一様, 貴様. */
const firstHonorificOfOne = '(?:さん|氏(?![名族]))';

/** A word after which a first name in kanji is the one of somebody else: 鈴木花子, スズキ 花子. */
const wordBeforeKanji =
  /(?:[\p{Script=Han}々ヶ\d]+[^\S\n]*|(?:[\p{Script=Katakana}ー]+|[a-z]+)[^\S\n]+)$/iu;
/** The same for a first name in kana or Latin letters: 鈴木はなこ, すずき はなこ. */
const wordBeforeKana =
  /(?:(?:[\p{Script=Han}々ヶ\d]+|[\p{Script=Katakana}ー]+|[a-z]+)[^\S\n]*|(?<![\p{Script=Han}々\p{Script=Katakana}ー\p{Script=Hiragana}])\p{Script=Hiragana}{2,}[^\S\n]+)$/iu;
/** Days, times, lead words and names with an honorific are no family names. */
const noFamilyName = new RegExp(
  `\\d|曜日?$|(?:様|氏|君|先生)$|^[一二三四五六七八九十年月日時分]+[月日時分半末]$|^[再来今先]+[週月]$|^明後日$|^(?:${leadWords}|面談|電話|来店|訪問|相談|連絡)+$|^(?:きょう|きのう|あした|けさ|また|あと|それ)[はがとにのもでをやへ]?$`,
);
/** In a run of hiragana a first name begins only after a particle that follows a word or さん. */
const particleBefore =
  /(?:[\p{Script=Han}々\p{Script=Katakana}ー\da-z]|さん|さま|くん|ちゃん)[はがとにのもでをやへ]$/iu;
/** Letters before a name that are searched for such words. */
const LETTERS_BEFORE = 24;

/** Whether the letters before a first name leave it a name of its own. */
function beginsFirstName(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - LETTERS_BEFORE), at).normalize('NFKC');
  const name = text.slice(at);
  if (/^\p{Script=Hiragana}/u.test(name) && /\p{Script=Hiragana}$/u.test(before)) {
    return particleBefore.test(before) || /(?:^|[^ぁ-ゖ])(?:きょう|きのう|けさ)$/.test(before);
  }
  const word = (/^\p{Script=Han}/u.test(name) ? wordBeforeKanji : wordBeforeKana)
    .exec(before)?.[0]
    .trim();
  if (word === undefined || noFamilyName.test(word)) return true;
  // 奥, 王 and 孫 are family names as well.
  return word.length > 1 && noNames.test(word);
}

/** A pattern, a word of it without which it matches nowhere, and whether it is a first name's. */
type NamePattern = [word: string, pattern: RegExp, isFirstName: boolean];

const patternsOfMembers = new WeakMap<Named, readonly NamePattern[]>();

/** The patterns of a member, compiled once: a memo is searched for all of them at each key. */
function patternsOf(member: Named): readonly NamePattern[] {
  const known = patternsOfMembers.get(member);
  if (known) return known;
  const patterns = patternTexts(member)
    .filter(([word]) => word !== '')
    .map(([word, pattern, isFirstName = false]): NamePattern => [
      word,
      new RegExp(pattern, 'g'),
      isFirstName,
    ]);
  patternsOfMembers.set(member, patterns);
  return patterns;
}

/** The full name, or one of its parts with さん, each after that word; without one, it is no pattern. */
function patternTexts(member: Named): [word: string, pattern: string, isFirstName?: boolean][] {
  const family = flatName(member.familyName).trim();
  const first = flatName(member.firstName).trim();
  const kana = flatName(member.familyNameKana).replace(/\s/g, '');
  const firstKana = flatName(member.firstNameKana).replace(/\s/g, '');
  const latin = romaji(kana);
  const latinFirst = romaji(firstKana);
  const full = (one: string, two: string) => `${escaped(one)}\\s*${escaped(two)}${honorific}?`;
  const polite = (part: string) => escaped(part) + honorific;
  const politeFirst = (part: string) =>
    escaped(part) + ([...part].length === 1 ? firstHonorificOfOne : firstHonorific);
  return [
    [first && family, full(family, first)],
    [firstKana && kana, full(kana, firstKana)],
    [family, polite(family)],
    // A family name of two kanji or more is a name also without さん.
    [[...family].length >= 2 && han.test(family) ? family : '', escaped(family)],
    [kana, polite(kana)],
    [latin.length >= 3 ? latin : '', `\\b${latin}(?:[- ]?san)?\\b`],
    [first, politeFirst(first), true],
    [firstKana, politeFirst(firstKana), true],
    [
      latinFirst.length >= 3 ? latinFirst : '',
      // English words may precede Hanako-san, but Suzuki Hanakoさん is a full name.
      `\\b${latinFirst}[- ]?san\\b|(?<![a-z][^\\S\\n]+)\\b${latinFirst}${firstHonorific}`,
    ],
  ];
}

/** All people named in a text, in order; a longer name wins over one that it contains. */
export function findNames<Person extends Named>(
  text: string,
  people: readonly Person[],
): FoundName<Person>[] {
  const flat = flatName(text);
  const found = new Map<string, { at: number; end: number; people: Person[] }>();
  for (const person of people) {
    for (const [word, pattern, isFirstName] of patternsOf(person)) {
      if (!flat.includes(word) || (isFirstName && noNames.test(word))) continue;
      for (const match of flat.matchAll(pattern)) {
        if (isFirstName && !beginsFirstName(text, match.index)) continue;
        const end = match.index + match[0].length;
        const key = `${match.index} ${end}`;
        const held = found.get(key);
        if (!held) found.set(key, { at: match.index, end, people: [person] });
        else if (!held.people.includes(person)) held.people.push(person);
      }
    }
  }
  const all = [...found.values()];
  return all
    .filter(
      (one) =>
        !noKanaNames.test(text.slice(one.at, one.end)) &&
        !all.some(
          (other) =>
            other !== one &&
            other.at <= one.at &&
            other.end >= one.end &&
            other.end - other.at > one.end - one.at,
        ),
    )
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, end, people: whom }) => ({ at, phrase: text.slice(at, end), people: whom }));
}

/** The length of what precedes the name: 今日, or a word and a space such as 25日 or 佐藤様. */
function leadOf(text: string, at: number, whole: string): number {
  const gap = whole.search(/\s/);
  if (gap > 0 && beginsFirstName(text, at + gap + 1)) return gap + 1;
  return leads.exec(whole)?.[0].length ?? 0;
}

/** Names with さん, 様 or 氏 that match no member. */
export function findUnknownNames(
  text: string,
  known: readonly { at: number; phrase: string }[],
): UnknownName[] {
  const pattern =
    /((?:[\p{Script=Han}々ヶ]{1,5}[^\S\n]?[\p{Script=Han}々]{0,4})|[\p{Script=Katakana}ー]{2,12}(?:[^\S\n][\p{Script=Katakana}ー]{2,12})?|[A-Za-z]{2,20}(?: [A-Za-z]{2,20})?)(?:さん|さま|様(?![式子々])|氏(?![名族]))/gu;
  const unknown: UnknownName[] = [];
  for (const match of text.matchAll(pattern)) {
    const whole = match[1] ?? '';
    const lead = leadOf(text, match.index, whole);
    const name = whole.slice(lead).trim();
    const at = match.index + lead;
    const end = match.index + match[0].length;
    const isKnown = known.some((one) => one.at < end && at < one.at + one.phrase.length);
    const phrase = text.slice(at, end);
    if (name === '' || noNames.test(name) || noNamePhrases.test(phrase) || isKnown) continue;
    unknown.push({ at, phrase, name });
  }
  return unknown;
}

function commonForm(name: string): string {
  return [...name.replace(/\s/g, '')].map((letter) => commonKanji.get(letter) ?? letter).join('');
}

/**
 * Whether the member's name is the same in variant kanji, such as 髙橋 for 高橋. The server also finds
 * 小林 for 林, and members with the name in their notes or company.
 */
export function isFoundAsVariant({ familyName, firstName }: MemberRef, name: string): boolean {
  const wanted = commonForm(name);
  return [familyName, firstName, familyName + firstName].some(
    (part) => commonForm(part) === wanted,
  );
}

const romajiRows: Record<string, string> = {
  あいうえお: 'a i u e o',
  かきくけこ: 'ka ki ku ke ko',
  がぎぐげご: 'ga gi gu ge go',
  さしすせそ: 'sa shi su se so',
  ざじずぜぞ: 'za ji zu ze zo',
  たちつてと: 'ta chi tsu te to',
  だぢづでど: 'da ji zu de do',
  なにぬねの: 'na ni nu ne no',
  はひふへほ: 'ha hi fu he ho',
  ばびぶべぼ: 'ba bi bu be bo',
  ぱぴぷぺぽ: 'pa pi pu pe po',
  まみむめも: 'ma mi mu me mo',
  らりるれろ: 'ra ri ru re ro',
  やゆよ: 'ya yu yo',
  わをん: 'wa o n',
};
const romajiOf = new Map(
  Object.entries(romajiRows).flatMap(([kana, latin]) => {
    const syllables = latin.split(' ');
    return [...kana].map((letter, at) => [letter, syllables[at] ?? ''] as const);
  }),
);

/** Hiragana to Hepburn without long vowel marks, the way names are typed: さとう is sato. */
export function romaji(kana: string): string {
  let latin = '';
  for (const letter of kana) {
    if (/[ゃゅょ]/.test(letter)) {
      const vowel = { ゃ: 'a', ゅ: 'u', ょ: 'o' }[letter] ?? '';
      latin = /(?:sh|ch|j)i$/.test(latin)
        ? latin.slice(0, -1) + vowel
        : `${latin.slice(0, -1)}y${vowel}`;
    } else if (letter === 'っ') latin += '*';
    else latin += romajiOf.get(letter) ?? '';
  }
  return latin
    .replace(/\*(.)/g, '$1$1')
    .replace(/ou|oo/g, 'o')
    .replace(/uu/g, 'u')
    .replace(/\*/g, '');
}
