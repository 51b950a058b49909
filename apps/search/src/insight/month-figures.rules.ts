import type { InsightDayDocument } from './insight.schema';
import type { DayHead } from './insight-month.schema';

/** The lists of a day that count single things. */
export const countedLists = [
  'labels',
  'staffs',
  'members',
  'issuesOpened',
  'issuesSolved',
] as const satisfies (keyof InsightDayDocument)[];

/** Counts take the bits above those of list and day. */
const LIST_BITS = 3;
const DAY_BITS = 5;
const LIST_MASK = 2 ** LIST_BITS - 1;
const DAY_MASK = 2 ** DAY_BITS - 1;

/** The figures of a month's days. */
export interface MonthFigures {
  days: DayHead[];
  ids: string[];
  /** Two numbers each: count, day of the month and list in one; index of the id. */
  counts: Uint32Array;
  /** Three numbers each: count and day of the month in one; indexes of both members. */
  pairs: Uint32Array;
  /** The same by label: four numbers each, the last is the index of the label. */
  pairLabels: Uint32Array;
}

/** Joins the days of a month that did not change with those counted since. */
export function joinDays(
  old: MonthFigures | undefined,
  unchanged: readonly DayHead[],
  changed: readonly InsightDayDocument[],
): MonthFigures {
  const indexOf = new Map<string, number>();
  const indexed = (id: string): number => {
    const known = indexOf.get(id);
    if (known !== undefined) return known;
    indexOf.set(id, indexOf.size);
    return indexOf.size - 1;
  };
  const counts: number[] = [];
  const pairs: number[] = [];
  const pairLabels: number[] = [];
  const addCount = (list: number, day: number, id: string, count: number) => {
    counts.push(joined(joined(count, day, DAY_BITS), list, LIST_BITS), indexed(id));
  };
  const addPair = (day: number, one: string, other: string, count: number) => {
    pairs.push(joined(count, day, DAY_BITS), indexed(one), indexed(other));
  };
  const addPairLabel = (
    ...[day, one, other, label, count]: [number, string, string, string, number]
  ) => {
    pairLabels.push(joined(count, day, DAY_BITS), indexed(one), indexed(other), indexed(label));
  };
  const isKept = new Set(unchanged.map(({ id }) => dayOfMonth(id)));
  if (old) {
    eachCount(old, (list, day, id, count) => {
      if (isKept.has(day)) addCount(list, day, old.ids[id]!, count);
    });
    eachPair(old, (day, one, other, count) => {
      if (isKept.has(day)) addPair(day, old.ids[one]!, old.ids[other]!, count);
    });
    eachPairLabel(old, (day, one, other, label, count) => {
      if (!isKept.has(day)) return;
      addPairLabel(day, old.ids[one]!, old.ids[other]!, old.ids[label]!, count);
    });
  }
  for (const day of changed) {
    const at = dayOfMonth(day.id);
    for (const [list, name] of countedLists.entries()) {
      for (const { id, count } of day[name] ?? []) addCount(list, at, id, count);
    }
    for (const { id, count } of day.pairs ?? []) {
      const [one, other] = id.split(' ') as [string, string];
      addPair(at, one, other, count);
    }
    for (const { id, count } of day.pairLabels ?? []) {
      const [one, other, label] = id.split(' ') as [string, string, string];
      addPairLabel(at, one, other, label, count);
    }
  }
  return {
    days: [...unchanged, ...changed.map(headOf)].sort((one, other) => (one.id < other.id ? -1 : 1)),
    ids: [...indexOf.keys()],
    counts: Uint32Array.from(counts),
    pairs: Uint32Array.from(pairs),
    pairLabels: Uint32Array.from(pairLabels),
  };
}

/** Calls `take` with each count; `list` is an index of `countedLists`. */
export function eachCount(
  { counts }: MonthFigures,
  take: (list: number, day: number, id: number, count: number) => void,
): void {
  for (let at = 0; at < counts.length; at += 2) {
    const word = counts[at]!;
    const day = (word >>> LIST_BITS) & DAY_MASK;
    take(word & LIST_MASK, day, counts[at + 1]!, word >>> (LIST_BITS + DAY_BITS));
  }
}

/** Calls `take` with each pair of members. */
export function eachPair(
  { pairs }: MonthFigures,
  take: (day: number, one: number, other: number, count: number) => void,
): void {
  for (let at = 0; at < pairs.length; at += 3) {
    const word = pairs[at]!;
    take(word & DAY_MASK, pairs[at + 1]!, pairs[at + 2]!, word >>> DAY_BITS);
  }
}

/** Calls `take` with each label of the posts of a pair. */
export function eachPairLabel(
  { pairLabels }: MonthFigures,
  take: (day: number, one: number, other: number, label: number, count: number) => void,
): void {
  for (let at = 0; at < pairLabels.length; at += 4) {
    const word = pairLabels[at]!;
    const label = pairLabels[at + 3]!;
    take(word & DAY_MASK, pairLabels[at + 1]!, pairLabels[at + 2]!, label, word >>> DAY_BITS);
  }
}

/** From 1. */
export function dayOfMonth(day: string): number {
  return Number(day.slice(8));
}

function joined(high: number, low: number, bits: number): number {
  return ((high << bits) | low) >>> 0;
}

function headOf(day: InsightDayDocument): DayHead {
  const { id, version, countedAt, posts, unlabelled, openedPosts, solvedPosts } = day;
  const { openChange, solvedAfter } = day;
  return {
    ...{ id, version, countedAt, posts, unlabelled },
    ...{ openedPosts, solvedPosts, openChange, solvedAfter },
  };
}
