import { MATCH_LIMIT } from '@engawa/contracts';
import { foldForSearch } from '@engawa/text-search';
import { excerptOf } from '../member-brief/member-brief.rules';

/** Texts are read up to here; asks and offers come early in a post. */
const READ_LENGTH = 400;
/** A word of one text in more than this share of the others' texts says nothing. */
const COMMON_SHARE = 0.3;
/** Below this number of texts, shares say nothing. */
const FEW_TEXTS = 10;
/** Matches of one post. */
const PER_POST = 3;
const MAX_WORDS = 3;
const GRAM = { katakana: 3, kanji: 2, latin: 5 } as const;

/**
 * Runs of characters that carry meaning: katakana, kanji, Latin words. Hiragana mostly inflects or
 * joins words, and is left out.
 */
const runs = /([ァ-ヺー]{3,})|([\u3005\u3400-\u9fff\uf900-\ufaff]{2,})|([a-z][a-z0-9]{2,})/gi;

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

/** A name of somebody who is not one of the post. */
const addressed = /[\u3005\u3400-\u9fffァ-ヺー]{1,6}(?=さん|さま|様|氏|くん|ちゃん)/g;

/** A post about a member that says what they seek or offer. */
export interface Wish {
  postId: string;
  /** Shown ids. */
  memberIds: readonly string[];
  memo: string;
  /** Further texts that say what the members do, such as their company. */
  about: readonly string[];
  /** Names of people in the text, which are no subject. */
  names: readonly string[];
  talkedAt: Date;
}

interface SharedWord {
  seeks: string;
  offers: string;
}

export interface Match {
  seeks: { postId: string; memberId: string; excerpt: string; talkedAt: Date };
  offers: { postId: string; memberId: string; excerpt: string; talkedAt: Date };
  words: SharedWord[];
}

/** The subject of a text: for each gram, the word that it was found in. */
function gramsOf(texts: readonly string[], names: readonly string[]): Map<string, string> {
  const grams = new Map<string, string>();
  for (const text of texts) {
    const cut = text.slice(0, READ_LENGTH).normalize('NFKC');
    const unnamed = names
      .filter(Boolean)
      .reduce((rest, name) => rest.replaceAll(name, ' '), cut.replace(addressed, ' '));
    const subject = unnamed.replace(unspecific, ' ');
    for (const [word, katakana, kanji] of subject.matchAll(runs)) {
      const size = katakana ? GRAM.katakana : kanji ? GRAM.kanji : GRAM.latin;
      // Latin words match by their beginning (design, designer), the others by any part.
      const folded = foldForSearch(word);
      const parts = katakana || kanji ? partsOf(folded, size) : [folded.slice(0, size)];
      for (const part of parts) {
        if (!unspecificLatin.has(part) && !grams.has(part)) grams.set(part, word);
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
 * Pairs of members of whom one seeks what another offers, by the words that their posts share: the
 * rarer the words, the better. `isKnown` leaves out pairs that need no proposal.
 */
export function matchesOf(
  asks: readonly Wish[],
  offers: readonly Wish[],
  isKnown: (oneId: string, otherId: string) => boolean,
): Match[] {
  const read = (wish: Wish) => ({ wish, grams: gramsOf([wish.memo, ...wish.about], wish.names) });
  const [seeking, offering] = [asks.map(read), offers.map(read)];
  const weightOf = weights([...seeking, ...offering].map(({ grams }) => [...grams.keys()]));
  const byGram = new Map<string, typeof offering>();
  for (const offer of offering) {
    for (const gram of offer.grams.keys()) {
      if (weightOf(gram) > 0) byGram.set(gram, [...(byGram.get(gram) ?? []), offer]);
    }
  }
  const found = seeking.flatMap((ask) => {
    const scores = new Map<(typeof offering)[number], number>();
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
      (one.offer.wish.postId < other.offer.wish.postId ? -1 : 1),
  );
  const pairs = new Set<string>();
  const taken = new Map<string, number>();
  return found
    .filter(({ ask, offer, pair }) => {
      const pairKey = pair.join(' ');
      const posts = [`seeks ${ask.wish.postId}`, `offers ${offer.wish.postId}`];
      if (pairs.has(pairKey) || posts.some((post) => (taken.get(post) ?? 0) >= PER_POST)) {
        return false;
      }
      pairs.add(pairKey);
      for (const post of posts) taken.set(post, (taken.get(post) ?? 0) + 1);
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
  offer: Wish,
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

/** How much a gram says: less, the more texts have it; nothing, if too many do. */
function weights(texts: readonly (readonly string[])[]): (gram: string) => number {
  const counts = new Map<string, number>();
  for (const gram of texts.flat()) counts.set(gram, (counts.get(gram) ?? 0) + 1);
  const most = texts.length < FEW_TEXTS ? Infinity : texts.length * COMMON_SHARE;
  return (gram) => {
    const count = counts.get(gram) ?? 0;
    return count > most ? 0 : Math.log(1 + texts.length / Math.max(1, count));
  };
}

/** The words that two texts share, as each of them writes them; the most telling first. */
function sharedWords(
  ask: ReadonlyMap<string, string>,
  offer: ReadonlyMap<string, string>,
  weightOf: (gram: string) => number,
): SharedWord[] {
  const words = new Map<string, SharedWord & { weight: number }>();
  for (const [gram, seeks] of ask) {
    const offers = offer.get(gram);
    if (offers === undefined || weightOf(gram) === 0) continue;
    const known = words.get(`${seeks} ${offers}`);
    if (known) known.weight += weightOf(gram);
    else words.set(`${seeks} ${offers}`, { seeks, offers, weight: weightOf(gram) });
  }
  return [...words.values()]
    .sort((one, other) => other.weight - one.weight)
    .slice(0, MAX_WORDS)
    .map(({ seeks, offers }) => ({ seeks, offers }));
}

function sideOf({ postId, memo, talkedAt }: Wish, memberId: string) {
  return { postId, memberId, excerpt: excerptOf(memo), talkedAt };
}
