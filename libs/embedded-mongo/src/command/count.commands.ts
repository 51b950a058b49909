import { doc, intOrLong, isDoc, type Doc, type Value } from '../bson/bson-value';
import { keyText } from '../bson/key-bytes.codec';
import { compareValues } from '../bson/value-comparator';
import { MongoError } from '../mongo-error';
import { pausingSort } from '../pause';
import { assertInTime } from '../plan/deadline';
import { documentOf, DocumentSource, Slices } from '../plan/document-source';
import { choosePlan } from '../plan/plan-choice';
import { parseFilter } from '../query/filter-compiler';
import type { FilterNode } from '../query/filter-node';
import type { CommandContext } from './command-context';
import { hintOf, nonNegative } from './cursor.commands';

/** Keys counted per step. */
const SKIP_BATCH_SIZE = 4096;

/** Largest result of a `distinct`. */
const MAX_DISTINCT_BYTES = 16 * 1024 * 1024;

export async function countCommand(context: CommandContext): Promise<Doc> {
  const filter = parseFilter(context.document('query') ?? new Map());
  const skip = nonNegative(context, 'skip') ?? 0;
  const limit = Math.abs(context.integer('limit') ?? 0);
  const n = await countMatching(context, context.collectionName(), filter, skip, limit);
  return doc({ n: intOrLong(n), ok: 1 });
}

/** Counts without loading documents if the keys decide. `limit` 0: all. */
export async function countMatching(
  context: CommandContext,
  name: string,
  filter: FilterNode,
  skip: number,
  limit: number,
): Promise<number> {
  const { meta } = context.engine.collection(context.db, name) ?? {};
  const wanted = limit > 0 ? skip + limit : Infinity;
  if (filter.kind === 'and' && filter.children.length === 0 && !context.body.has('hint'))
    return Math.max(0, Math.min(meta?.count ?? 0, wanted) - skip);
  let count = 0;
  await eachMatch(context, name, filter, (source) => {
    if (count >= wanted) return false;
    if (wanted - count >= SKIP_BATCH_SIZE && source.hop(SKIP_BATCH_SIZE)) count += SKIP_BATCH_SIZE;
    else {
      const record = source.stepRecord();
      if (record === undefined) return false;
      if (record !== null) count++;
    }
    return true;
  });
  return Math.max(0, count - skip);
}

/** Walks the documents of a filter in any order and in slices, until `step` returns false. */
async function eachMatch(
  { engine, db, body, deadline }: CommandContext,
  name: string,
  filter: FilterNode,
  step: (source: DocumentSource) => boolean,
): Promise<void> {
  const collection = engine.collection(db, name);
  if (!collection) return;
  const { winner } = choosePlan(engine.store, collection, {
    filter,
    sort: [],
    limit: 0,
    ...hintOf(body),
  });
  const source = new DocumentSource(engine.store, collection, winner);
  const slices = new Slices();
  try {
    while (step(source)) {
      if (!slices.due()) continue;
      source.release();
      await slices.pause();
      assertInTime(deadline);
    }
  } finally {
    source.release();
  }
}

export async function distinctCommand(context: CommandContext): Promise<Doc> {
  const key = context.body.get('key');
  if (key === undefined) throw context.missing('key');
  if (typeof key !== 'string') throw context.wrongType('key', key, 'string');
  const filter = parseFilter(context.document('query') ?? new Map());
  const parts = key.split('.');
  const values = new Map<string, Value>();
  let bytes = 0;
  await eachMatch(context, context.collectionName(), filter, (source) => {
    const found = source.step();
    for (const value of found ? valuesUnder(documentOf(found), parts, 0) : []) {
      const encoded = keyText(value);
      if (values.has(encoded)) continue;
      values.set(encoded, value);
      bytes += encoded.length;
      if (bytes > MAX_DISTINCT_BYTES) throw new MongoError(17217, 'distinct too big, 16mb cap');
    }
    return found !== undefined;
  });
  const sorted = pausingSort([...values.values()], (a, b) => compareValues(a, b));
  return doc({ values: await new Slices().resultOf(sorted, context.deadline), ok: 1 });
}

/** Values at a path, elements instead of arrays. */
function* valuesUnder(
  value: Value | undefined,
  parts: readonly string[],
  at: number,
): Generator<Value> {
  if (at === parts.length) {
    if (Array.isArray(value)) yield* value;
    else if (value !== undefined) yield value;
    return;
  }
  const part = parts[at]!;
  if (isDoc(value)) yield* valuesUnder(value.get(part), parts, at + 1);
  else if (Array.isArray(value)) {
    if (/^\d+$/.test(part)) yield* valuesUnder(value[Number(part)], parts, at + 1);
    for (const element of value) if (isDoc(element)) yield* valuesUnder(element, parts, at);
  }
}
