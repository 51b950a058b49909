import {
  compareValues,
  isDoc,
  pausingSort,
  type FilterNode,
  type StringOrder,
  type Value,
} from '@engawa/mongo-semantics';
import { assertInTime } from '../plan/deadline';
import { DocumentSource, Slices } from '../plan/document-source';
import { choosePlan, type Choice } from '../plan/plan-choice';
import type { Collection } from '../storage/collection';
import type { CommandContext } from './command-context';
import type { Engine } from './engine';
import { hintOf } from './write-request';

/** Keys that are counted at once. */
const HOP = 4096;

/** Counts without loading documents wherever the keys decide everything. */
export async function countMatching(
  engine: Engine,
  collection: Collection,
  choice: Choice,
  skip: number,
  limit: number,
  context: CommandContext,
): Promise<number> {
  const source = new DocumentSource(engine.store, collection, choice.winner);
  const slices = new Slices();
  const wanted = limit > 0 ? skip + limit : Infinity;
  let count = 0;
  while (count < wanted) {
    if (slices.due()) {
      source.release();
      await slices.pause();
      assertInTime(context.deadline);
    }
    if (wanted - count >= HOP && source.hop(HOP)) {
      count += HOP;
      continue;
    }
    const record = source.stepRecord();
    if (record === undefined) break;
    if (record !== null) count++;
  }
  source.release();
  engine.metrics.scanned.keys += source.counters.keysExamined;
  engine.metrics.scanned.documents += source.counters.documentsExamined;
  return Math.max(0, count - skip);
}

/** How the documents of a filter are found, in any order, with the hint of the command. */
export function planOf(
  { engine, body }: CommandContext,
  collection: Collection,
  filter: FilterNode,
  strings: StringOrder | undefined,
): Choice {
  return choosePlan(engine.store, collection, {
    filter,
    sort: [],
    limit: 0,
    strings,
    ...hintOf(body),
  });
}

/** In order, and of values that are equal under the collation the one that was found first. */
export async function inOrder(
  values: Value[],
  strings: StringOrder | undefined,
  { deadline }: CommandContext,
): Promise<Value[]> {
  const order = (a: Value, b: Value): number => compareValues(a, b, strings);
  const sorted = await new Slices().resultOf(pausingSort(values, order), deadline);
  if (!strings) return sorted;
  return sorted.filter((value, i) => i === 0 || order(sorted[i - 1]!, value) !== 0);
}

/** Values at a path, elements instead of arrays. */
export function* valuesUnder(
  value: Value | undefined,
  parts: readonly string[],
  at: number,
): Generator<Value> {
  if (at === parts.length) {
    if (Array.isArray(value)) yield* value;
    else if (value !== undefined) yield value;
    return;
  }
  if (isDoc(value)) yield* valuesUnder(value.get(parts[at]!), parts, at + 1);
  else if (Array.isArray(value)) {
    const part = parts[at]!;
    if (/^\d+$/.test(part) && value[Number(part)] !== undefined)
      yield* valuesUnder(value[Number(part)], parts, at + 1);
    for (const element of value) if (isDoc(element)) yield* valuesUnder(element, parts, at);
  }
}
