import { doc, int32, intOrLong, isDoc, type Doc, type Value } from '../bson/bson-value';
import { compareValues, type StringOrder } from '../bson/value-comparator';
import { MongoError } from '../mongo-error';
import { documentOf, DocumentSource, Slices } from '../query/document-source';
import { parseFilter } from '../query/filter-compiler';
import type { FilterNode } from '../query/filter-node';
import { choosePlan, type Choice } from '../query/plan-choice';
import type { Collection } from '../storage/collection';
import { encodeKeyComponent } from '../storage/index-key.codec';
import type { CommandContext } from './command-context';
import { assertInTime } from './cursor-registry';
import { nonNegative } from './cursor.commands';
import type { Engine } from './engine';
import { countOnView, distinctOnView } from './view.commands';
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

export async function countCommand(context: CommandContext): Promise<Doc> {
  const { engine, db, body } = context;
  const name = context.collectionName();
  const query = context.document('query') ?? new Map();
  const skip = nonNegative(context, 'skip') ?? 0;
  const limit = Math.abs(context.integer('limit') ?? 0);
  if (engine.view(db, name)) return countOnView(context, query, skip, limit);
  const collection = engine.collection(db, name);
  const strings = engine.strings(db, name, body.get('collation'));
  const filter = parseFilter(query, strings ? { strings } : {});
  if (!collection) return doc({ n: int32(0), ok: 1 });
  let n: number;
  if (query.size === 0 && !body.has('hint')) {
    n = Math.max(0, collection.meta.count - skip);
    if (limit > 0) n = Math.min(n, limit);
  } else {
    const choice = planOf(context, collection, filter, strings);
    n = await countMatching(engine, collection, choice, skip, limit, context);
  }
  return doc({ n: intOrLong(n), ok: 1 });
}

export async function distinctCommand(context: CommandContext): Promise<Doc> {
  const { engine, db, body } = context;
  const name = context.collectionName();
  const key = body.get('key');
  if (key === undefined)
    throw new MongoError(40414, "BSON field 'distinct.key' is missing but a required field");
  if (typeof key !== 'string') throw context.wrongType('key', key, 'string');
  const query = context.document('query') ?? new Map();
  if (engine.view(db, name)) return distinctOnView(context, key, query);
  const strings = engine.strings(db, name, body.get('collation'));
  const filter = parseFilter(query, strings ? { strings } : {});
  const collection = engine.collection(db, name);
  const values: Value[] = [];
  if (collection) {
    const choice = planOf(context, collection, filter, strings);
    const source = new DocumentSource(engine.store, collection, choice.winner);
    const slices = new Slices();
    const seen = new Set<string>();
    const parts = key.split('.');
    let bytes = 0;
    for (;;) {
      if (slices.due()) {
        source.release();
        await slices.pause();
        assertInTime(context.deadline);
      }
      const found = source.step();
      if (found === undefined) break;
      if (found === null) continue;
      const document = documentOf(found);
      for (const value of valuesUnder(document, parts, 0)) {
        const encoded = encodeKeyComponent(value).latin1Slice();
        if (seen.has(encoded)) continue;
        if (strings && values.some((known) => compareValues(known, value, strings) === 0)) continue;
        seen.add(encoded);
        bytes += encoded.length;
        if (bytes > 16 * 1024 * 1024) throw new MongoError(17217, 'distinct too big, 16mb cap');
        values.push(value);
      }
    }
    source.release();
  }
  return doc({ values, ok: 1 });
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
