import { DESCRIBING_WORDS, MATCH_LIMIT } from '@engawa/contracts';
import { foldForSearch } from '@engawa/text-search';
import { excerptOf } from '../member-brief/member-brief.rules';
import { withoutNames, wordRuns } from '../word/word.rules';

/** Posts are read up to here; asks and offers come early. */
const READ_LENGTH = 400;
/** A word of one text in more than this share of the others' texts says nothing. */
const COMMON_SHARE = 0.3;
/** Below this number of texts, shares say nothing. */
const FEW_TEXTS = 10;
/** Matches of one post, and of one member by their fields. */
const PER_POST = 3;
const MAX_WORDS = 3;
/** Folding leaves one character of some words, which half of all texts have. */
const SHORTEST_FOUND = 2;
const GRAM = { katakana: 3, kanji: 2, latin: 5 } as const;

/** Words of asking, offering and of the log: texts about different things share them. */
const unspecific = new RegExp(
  [
    '募集 紹介 相談 希望 可能 対応 提供 協力 依頼 検討 予定 必要 会員 仕事 今月 来月 今年 今週 来週 先月 先週',
    '知合 人材 場合 自分 本人 連絡 打合 一緒 経験 得意 関心 興味 情報 内容 時間 以上 程度 毎週 毎月 スタッフ',
  ]
    .join(' ')
    .split(' ')
    .join('|'),
  'g',
);
/** The same of Latin words, by their beginnings. */
const unspecificLatin = new Set(
  [
    'looki someo anyon needs offer seeks want wants help helps with about their there would could',
    'from that this have has for and the can are was who she her his him they will searc find',
  ]
    .join(' ')
    .split(' '),
);

/** A post about a member that says what they seek or offer. */
export interface Wish {
  postId: string;
  /** Shown ids. */
  memberIds: readonly string[];
  memo: string;
  /** Names of people in the text, which are no subject. */
  names: readonly string[];
  talkedAt: Date;
}

/** A member by the fields that say what they do. */
export interface Description {
  memberId: string;
  texts: readonly { field: string; text: string }[];
  names: readonly string[];
}

interface SharedWord {
  seeks: string;
  offers: string;
  /** The field that has the word that is offered; null: the post. */
  field: string | null;
}

interface Side {
  memberId: string;
  excerpt: string;
}

export interface Match {
  seeks: Side & { postId: string; talkedAt: Date };
  /** Without a post: fields of the member. */
  offers: Side & { postId: string | null; talkedAt: Date | null };
  words: SharedWord[];
}

/** A word as a text has it. */
interface Written {
  word: string;
  field: string | null;
}
type Grams = ReadonlyMap<string, Written>;

/** What a member seeks or offers, with the parts of its words. */
interface Subject {
  wish: Omit<Wish, 'postId' | 'talkedAt'> & { postId: string | null; talkedAt: Date | null };
  key: string;
  grams: Grams;
}

function subjectOfPost(wish: Wish): Subject & { wish: Wish } {
  const text = { field: null, text: wish.memo.slice(0, READ_LENGTH) };
  return { wish, key: `post ${wish.postId}`, grams: gramsOf([text], wish.names) };
}

function subjectOfMember({ memberId, texts, names }: Description): Subject {
  const wish = { postId: null, memberIds: [memberId], memo: '', names, talkedAt: null };
  return { wish, key: `member ${memberId}`, grams: gramsOf(texts, names) };
}

/**
 * Parts of words by which members are looked for: of each ask the rarest ones, the newest asks
 * first; a limited number.
 */
export function wordsToFind(asks: readonly Wish[]): string[] {
  const subjects = asks.map(subjectOfPost);
  const weightOf = weights(subjects.map(({ grams }) => [...grams.keys()]));
  const ranked = subjects.map(({ grams }) =>
    [...grams.keys()]
      .filter((gram) => gram.length >= SHORTEST_FOUND && weightOf(gram) > 0)
      .sort((one, other) => weightOf(other) - weightOf(one)),
  );
  const words = new Set<string>();
  for (let rank = 0; ranked.some((grams) => rank < grams.length); rank += 1) {
    for (const grams of ranked) {
      if (words.size === DESCRIBING_WORDS) return [...words];
      if (rank < grams.length) words.add(grams[rank]!);
    }
  }
  return [...words];
}

/** What is compared. */
interface Compared {
  asks: readonly Wish[];
  offers: readonly Wish[];
  described: readonly Description[];
}

/** The subject of texts: for each gram, the word that it was found in. */
function gramsOf(
  texts: readonly { field: string | null; text: string }[],
  names: readonly string[],
): Grams {
  const grams = new Map<string, Written>();
  for (const { field, text } of texts) {
    const subject = withoutNames(text, names).replace(unspecific, ' ');
    for (const { word, script } of wordRuns(subject)) {
      const size = GRAM[script];
      // Latin words match by their beginning (design, designer), the others by any part.
      const folded = foldForSearch(word);
      const parts = script === 'latin' ? [folded.slice(0, size)] : partsOf(folded, size);
      for (const part of parts) {
        if (!unspecificLatin.has(part) && !grams.has(part)) grams.set(part, { word, field });
      }
    }
  }
  return grams;
}

function partsOf(word: string, size: number): string[] {
  // Folding drops long vowel marks, which leaves little of サーバー.
  if (word.length <= size) return [word];
  return Array.from({ length: word.length - size + 1 }, (_, at) => word.slice(at, at + size));
}

/**
 * Pairs of members of whom one seeks what another offers, by a post or by their fields, found by the
 * words that both share: the rarer the words, the better. `isKnown` leaves out pairs that need no
 * proposal.
 */
export function matchesOf(
  { asks, offers, described }: Compared,
  isKnown: (oneId: string, otherId: string) => boolean,
): Match[] {
  const seeking = asks.map(subjectOfPost);
  const posts = offers.map(subjectOfPost);
  const members = described.map(subjectOfMember);
  const weightOf = weights([...seeking, ...posts].map(gramKeys), members.map(gramKeys));
  const byGram = new Map<string, Subject[]>();
  for (const offer of [...posts, ...members]) {
    for (const gram of offer.grams.keys()) {
      if (weightOf(gram) > 0) byGram.set(gram, [...(byGram.get(gram) ?? []), offer]);
    }
  }
  const found = seeking.flatMap((ask) => {
    const scores = new Map<Subject, number>();
    for (const gram of ask.grams.keys()) {
      for (const offer of byGram.get(gram) ?? []) {
        scores.set(offer, (scores.get(offer) ?? 0) + weightOf(gram));
      }
    }
    return [...scores].flatMap(([offer, score]) => {
      const pair = pairOf(ask.wish, offer.wish, isKnown);
      return pair ? [{ ask, offer, score, pair }] : [];
    });
  });
  found.sort(
    (one, other) =>
      other.score - one.score ||
      other.ask.wish.talkedAt.getTime() - one.ask.wish.talkedAt.getTime() ||
      // A post before fields, which may be older.
      Number(one.offer.wish.postId === null) - Number(other.offer.wish.postId === null) ||
      (one.offer.key < other.offer.key ? -1 : 1),
  );
  const pairs = new Set<string>();
  const taken = new Map<string, number>();
  return found
    .filter(({ ask, offer, pair }) => {
      const pairKey = pair.join(' ');
      const sides = [`seeks ${ask.key}`, `offers ${offer.key}`];
      if (pairs.has(pairKey) || sides.some((side) => (taken.get(side) ?? 0) >= PER_POST)) {
        return false;
      }
      pairs.add(pairKey);
      for (const side of sides) taken.set(side, (taken.get(side) ?? 0) + 1);
      return true;
    })
    .slice(0, MATCH_LIMIT)
    .map(({ ask, offer, pair: [askId, offerId] }) => ({
      seeks: sideOf(ask.wish, askId),
      offers: sideOf(offer.wish, offerId),
      words: sharedWords(ask.grams, offer.grams, weightOf),
    }));
}

/** The first members of both that are two people, and of whom none has the other's wish as well. */
function pairOf(
  ask: Wish,
  offer: Subject['wish'],
  isKnown: (oneId: string, otherId: string) => boolean,
): [string, string] | null {
  if (ask.postId === offer.postId) return null;
  // Who is named in both asks for it and offers it.
  const seekers = ask.memberIds.filter((id) => !offer.memberIds.includes(id));
  const givers = offer.memberIds.filter((id) => !ask.memberIds.includes(id));
  for (const seeker of seekers) {
    for (const giver of givers) if (!isKnown(seeker, giver)) return [seeker, giver];
  }
  return null;
}

function gramKeys({ grams }: Subject): string[] {
  return [...grams.keys()];
}

function countsOf(texts: readonly (readonly string[])[]): (gram: string) => number {
  const counts = new Map<string, number>();
  for (const gram of texts.flat()) counts.set(gram, (counts.get(gram) ?? 0) + 1);
  return (gram) => counts.get(gram) ?? 0;
}

/**
 * How much a gram says: less, the more texts have it; nothing, if too many posts do. Members were
 * looked for by these grams, so how many of them have one does not exclude it.
 */
function weights(
  posts: readonly (readonly string[])[],
  members: readonly (readonly string[])[] = [],
): (gram: string) => number {
  const [inPosts, inMembers] = [countsOf(posts), countsOf(members)];
  const most = posts.length < FEW_TEXTS ? Infinity : posts.length * COMMON_SHARE;
  const all = posts.length + members.length;
  return (gram) =>
    inPosts(gram) > most ? 0 : Math.log(1 + all / Math.max(1, inPosts(gram) + inMembers(gram)));
}

/** The words that two texts share, as each of them writes them; the most telling first. */
function sharedWords(ask: Grams, offer: Grams, weightOf: (gram: string) => number): SharedWord[] {
  const words = new Map<string, SharedWord & { weight: number }>();
  for (const [gram, { word: seeks }] of ask) {
    const offered = offer.get(gram);
    if (!offered || weightOf(gram) === 0) continue;
    const { word: offers, field } = offered;
    const known = words.get(`${seeks} ${offers}`);
    if (known) known.weight += weightOf(gram);
    else words.set(`${seeks} ${offers}`, { seeks, offers, field, weight: weightOf(gram) });
  }
  return [...words.values()]
    .sort((one, other) => other.weight - one.weight)
    .slice(0, MAX_WORDS)
    .map(({ seeks, offers, field }) => ({ seeks, offers, field }));
}

function sideOf<Of extends Subject['wish']>({ postId, memo, talkedAt }: Of, memberId: string) {
  return { postId, memberId, excerpt: excerptOf(memo), talkedAt } as Side &
    Pick<Of, 'postId' | 'talkedAt'>;
}

interface StoredMatch {
  seeks: Side & { postId: string | null };
  offers: Side & { postId: string | null };
  words: readonly SharedWord[];
}

/**
 * Whether a stored match can be kept without the fields of members: its posts still name the members
 * and have the excerpts and words that are shown, and the pair is not known.
 */
export function isStillRight(
  { seeks, offers, words }: StoredMatch,
  wishes: Pick<Compared, 'asks' | 'offers'>,
  isKnown: (oneId: string, otherId: string) => boolean,
): boolean {
  const isSaid = (by: readonly Wish[], side: StoredMatch['seeks'], shown: readonly string[]) =>
    by.some(
      ({ postId, memberIds, memo }) =>
        postId === side.postId &&
        memberIds.includes(side.memberId) &&
        excerptOf(memo) === side.excerpt &&
        shown.every((word) => memo.normalize('NFKC').includes(word)),
    );
  const asked = words.map((word) => word.seeks);
  const offered = words.map((word) => word.offers);
  return (
    !isKnown(seeks.memberId, offers.memberId) &&
    isSaid(wishes.asks, seeks, asked) &&
    // Without a post, the words are those of the member's fields.
    (offers.postId === null || isSaid(wishes.offers, offers, offered))
  );
}
