import { HINTS_PER_LABEL, LABEL_HINT_LIMIT, type LabelHint } from '@engawa/contracts';
import { wordRuns, withoutNames } from '../word/word.rules';

/** A post that hints are learned from. */
export interface LabelledText {
  memo: string;
  labelIds: readonly string[];
  /** Names of people in the text, which say nothing about its label. */
  names: readonly string[];
}

/** Posts with the word and the label; fewer are chance. */
const MIN_LABELLED = 3;
/** Share of the posts with the word that have the label. */
const MIN_SHARE = 0.6;
/** How much more often the label stands beside the word than in all posts. */
const MIN_LIFT = 2;
/** Parts of a run of kanji that may be words. */
const KANJI_SIZES = [2, 3, 4] as const;
const READ_LENGTH = 400;

/** Counts words by label, text by text, so that the work can be done in slices. */
export class LabelHintCounter {
  private texts = 0;
  private readonly labels = new Map<string, number>();
  private readonly words = new Map<string, { posts: number; byLabel: Map<string, number> }>();

  add({ memo, labelIds, names }: LabelledText): void {
    this.texts += 1;
    for (const id of labelIds) this.labels.set(id, (this.labels.get(id) ?? 0) + 1);
    for (const word of wordsOf(memo, names)) {
      const counted = this.words.get(word) ?? { posts: 0, byLabel: new Map<string, number>() };
      this.words.set(word, counted);
      counted.posts += 1;
      for (const id of labelIds) counted.byLabel.set(id, (counted.byLabel.get(id) ?? 0) + 1);
    }
  }

  /** Of each label the words with the most posts; a word that has another one in it adds nothing. */
  hints(): LabelHint[] {
    const byLabel = new Map<string, LabelHint[]>();
    for (const [word, { posts, byLabel: counts }] of this.words) {
      for (const [labelId, labelled] of counts) {
        const share = labelled / posts;
        const lift = share / (this.labels.get(labelId)! / this.texts);
        if (labelled < MIN_LABELLED || share < MIN_SHARE || lift < MIN_LIFT) continue;
        byLabel.set(labelId, [...(byLabel.get(labelId) ?? []), { labelId, word, posts, labelled }]);
      }
    }
    return [...byLabel.values()]
      .flatMap((hints) => shortest(hints).sort(mostFirst).slice(0, HINTS_PER_LABEL))
      .sort(mostFirst)
      .slice(0, LABEL_HINT_LIMIT);
  }
}

function mostFirst(one: LabelHint, other: LabelHint): number {
  return other.labelled - one.labelled || (one.word < other.word ? -1 : 1);
}

function shortest(hints: readonly LabelHint[]): LabelHint[] {
  const kept: LabelHint[] = [];
  for (const hint of hints.toSorted((one, other) => one.word.length - other.word.length)) {
    if (!kept.some(({ word }) => hint.word.includes(word))) kept.push(hint);
  }
  return kept;
}

function wordsOf(memo: string, names: readonly string[]): Set<string> {
  const words = new Set<string>();
  for (const { word, script } of wordRuns(withoutNames(memo.slice(0, READ_LENGTH), names))) {
    if (script !== 'kanji') words.add(word.toLowerCase());
    else for (const size of KANJI_SIZES) partsOf(word, size).forEach((part) => words.add(part));
  }
  return words;
}

function partsOf(run: string, size: number): string[] {
  return Array.from({ length: Math.max(0, run.length - size + 1) }, (_, at) =>
    run.slice(at, at + size),
  );
}
