import {
  doc,
  int32,
  intOrLong,
  isDoc,
  isNumeric,
  RawDocument,
  typeName,
  type Doc,
  type Value,
} from '../bson/bson-value';
import { decodeDocument } from '../bson/bson-decoder';
import { encodeDocument } from '../bson/bson-encoder';
import { toDouble } from '../bson/value-arithmetic';
import { compareValues } from '../bson/value-comparator';
import { badValue, failedToParse, MongoError, typeMismatch } from '../mongo-error';
import { DocumentSource, Slices, type Found } from '../query/document-source';
import { parseFilter } from '../query/filter-compiler';
import { choosePlan, type Choice } from '../query/plan-choice';
import {
  compileProjection,
  plainExclusion,
  plainInclusion,
  type Projection,
} from '../query/projection';
import type { Plan, PlanRequest } from '../query/planner';
import { FindStream, ListStream } from '../query/result-stream';
import { TailStream } from '../query/tail-stream';
import { extractKeys } from '../storage/index-keys.extractor';
import { parseSort } from '../query/sort-order';
import { encodeKeyComponent } from '../storage/index-key.codec';
import type { Collection } from '../storage/collection';
import type { CommandContext } from './command-context';
import { assertInTime, FIRST_BATCH, type Deadline, type ResultStream } from './cursor-registry';
import { assertNamespace, type Engine } from './engine';
import { countOnView, distinctOnView, findOnView } from './view.commands';
import { hintOf, letVariables } from './write.commands';

/** The answer that opens a cursor; the cursor is kept only when there is more to come. */
export async function openCursor(
  context: CommandContext,
  namespace: string,
  stream: ResultStream,
  batchSize: number | undefined,
  single = false,
): Promise<Doc> {
  const { engine } = context;
  const count = batchSize ?? FIRST_BATCH;
  let documents: (RawDocument | Doc)[] = [];
  let done = false;
  if (count > 0) ({ documents, done } = await stream.nextBatch(count, context.deadline));
  let id = 0n;
  if (done || single) stream.close();
  else {
    id = engine.cursors.add({
      namespace,
      stream,
      noTimeout: context.boolean('noCursorTimeout'),
      session: context.session,
    }).id;
  }
  engine.metrics.documents.returned += documents.length;
  return doc({ cursor: doc({ firstBatch: documents, id, ns: namespace }), ok: 1 });
}

interface FindRequest {
  readonly namespace: string;
  readonly collection: Collection | null;
  readonly choice: Choice | null;
  readonly stream: ResultStream;
  readonly batchSize: number | undefined;
  readonly single: boolean;
}

function nonNegative(context: CommandContext, field: string): number | undefined {
  const value = context.integer(field);
  if (value !== undefined && value < 0) {
    throw new MongoError(
      51024,
      `BSON field '${field}' value must be >= 0, actual value '${value}'`,
    );
  }
  return value;
}

/** `anew`: the plan is found by trying, whatever won before. */
export function prepareFind(context: CommandContext, anew = false): FindRequest {
  const { engine, db, body } = context;
  const name = context.collectionName('find');
  assertNamespace(db, name);
  const filterDoc = context.document('filter') ?? new Map();
  const variables = letVariables(context);
  const strings = engine.strings(db, name, body.get('collation'));
  const filter = parseFilter(filterDoc, { variables, ...(strings ? { strings } : {}) });
  const sort = parseSort(body.get('sort'));
  const skip = nonNegative(context, 'skip') ?? 0;
  let limit = context.integer('limit') ?? 0;
  let single = context.boolean('singleBatch');
  if (limit < 0) {
    limit = -limit;
    single = true;
  }
  const batchSize = nonNegative(context, 'batchSize');
  const tailable = context.boolean('tailable');
  if (context.boolean('awaitData') && !tailable)
    throw failedToParse('Cannot set awaitData without tailable');
  const projectionDoc = context.document('projection');
  const projection =
    projectionDoc && projectionDoc.size > 0
      ? compileProjection(projectionDoc, { find: true, variables, filter: filter.matches })
      : null;
  const collection = engine.collection(db, name);
  const namespace = `${db}.${name}`;
  if (!collection)
    return { namespace, collection, choice: null, stream: new ListStream([]), batchSize, single };
  if (tailable) {
    if (!collection.meta.capped)
      throw badValue(
        `error processing query: ns=${namespace} tailable cursor requested on non capped collection`,
      );
    if (sort.length > 0 && sort[0]!.path !== '$natural')
      throw badValue('cannot use tailable option with a sort other than {$natural: 1}');
    const awaits = context.boolean('awaitData');
    const stream = new TailStream(
      engine.store,
      collection,
      filter,
      projection,
      skip,
      limit,
      awaits,
    );
    return { namespace, collection, choice: null, stream, batchSize, single };
  }
  const between = betweenOf(context);
  const choice = choosePlan(
    engine.store,
    collection,
    { filter, sort, limit: limit > 0 ? skip + limit : 0, strings, ...between, ...hintOf(body) },
    !strings && !anew && !between,
  );
  const decorate = decoration(context, choice.winner, projection);
  const stream = new FindStream(engine.store, collection, {
    plan: choice.winner,
    sort,
    skip,
    limit,
    projection,
    excluded: projection && plainExclusion(projectionDoc!),
    included: projection && plainInclusion(projectionDoc!),
    ...(strings ? { strings } : {}),
    ...(decorate ? { decorate } : {}),
  });
  return { namespace, collection, choice, stream, batchSize, single };
}

/** The keys of `min` and `max`; undefined where neither is given. */
function betweenOf(context: CommandContext): Pick<PlanRequest, 'between'> | undefined {
  if (!context.body.has('min') && !context.body.has('max')) return undefined;
  const [min, max] = [context.document('min'), context.document('max')];
  if (!min?.size && !max?.size) return undefined;
  return { between: { ...(min?.size ? { min } : {}), ...(max?.size ? { max } : {}) } };
}

/** What `returnKey` and `showRecordId` make of a document that was found; null where neither is asked for. */
function decoration(
  context: CommandContext,
  plan: Plan,
  projection: Projection | null,
): ((found: Found) => Buffer) | null {
  const returnKey = context.boolean('returnKey');
  const showRecordId = context.boolean('showRecordId');
  if (!returnKey && !showRecordId) return null;
  return ({ record, bytes, document }) => {
    const whole = document ?? decodeDocument(bytes, 0, bytes.length);
    let result: Doc = new Map();
    if (!returnKey) result = projection ? projection(whole) : new Map(whole);
    else if (plan.kind === 'index') {
      const values = extractKeys(whole, plan.index.fields).values[0]!;
      plan.index.fields.forEach(({ path }, i) => result.set(path, values[i]!));
    }
    if (showRecordId && !returnKey) result.set('$recordId', BigInt(record));
    return encodeDocument(result);
  };
}

export async function findCommand(context: CommandContext): Promise<Doc> {
  const { engine } = context;
  engine.metrics.counters.query++;
  const view = engine.view(context.db, context.collectionName());
  if (view) return findOnView(context);
  const request = prepareFind(context);
  const reply = await openCursor(
    context,
    request.namespace,
    request.stream,
    request.batchSize,
    request.single,
  );
  if (request.stream instanceof FindStream) {
    engine.metrics.scanned.keys += request.stream.source.counters.keysExamined;
    engine.metrics.scanned.documents += request.stream.source.counters.documentsExamined;
    if (request.choice?.winner.kind === 'collection') engine.metrics.scanned.collectionScans++;
  }
  return reply;
}

/** A cursor's number out of any numeric type; one that no cursor has when it is not whole. */
function cursorId(value: Value): bigint {
  if (typeof value === 'bigint') return value;
  const number = toDouble(value as number);
  return Number.isSafeInteger(number) ? BigInt(number) : 0n;
}

export async function getMoreCommand(context: CommandContext): Promise<Doc> {
  const { engine, db, body } = context;
  engine.metrics.counters.getmore++;
  const given = body.get('getMore');
  if (given === undefined || !isNumeric(given)) {
    throw typeMismatch(
      `BSON field 'getMore.getMore' is the wrong type '${typeName(given)}', expected type 'long'`,
    );
  }
  const id = cursorId(given);
  const name = context.collectionName('collection');
  const batchSize = nonNegative(context, 'batchSize') ?? 0;
  const cursor = engine.cursors.get(id);
  if (!cursor) throw new MongoError(43, `cursor id ${id} not found`);
  const namespace = `${db}.${name}`;
  if (cursor.namespace !== namespace) {
    throw new MongoError(
      13,
      `Requested getMore on namespace '${namespace}', but cursor belongs to a different namespace ${cursor.namespace}`,
    );
  }
  if (cursor.session !== null && context.session !== cursor.session) {
    throw new MongoError(
      13,
      `Cannot run getMore on cursor ${id}, which was created in session ${cursor.session}, without an lsid`,
    );
  }
  if (cursor.busy) throw new MongoError(12051, `cursor id ${id} is already in use`);
  cursor.busy = true;
  try {
    const { documents, done } =
      cursor.stream instanceof TailStream
        ? await cursor.stream.nextBatch(batchSize, ...tailWait(context, cursor.stream))
        : await cursor.stream.nextBatch(batchSize, context.deadline);
    cursor.lastUsed = Date.now();
    if (done) engine.cursors.remove(id);
    engine.metrics.documents.returned += documents.length;
    return doc({ cursor: doc({ nextBatch: documents, id: done ? 0n : id, ns: namespace }), ok: 1 });
  } catch (error) {
    engine.cursors.remove(id);
    throw error;
  } finally {
    cursor.busy = false;
  }
}

/** A tail that awaits data takes `maxTimeMS` for how long it waits, a second where nothing is said. */
function tailWait(context: CommandContext, stream: TailStream): [Deadline, number] {
  if (!stream.awaitsData) return [context.deadline, 0];
  const { interrupted } = context.deadline;
  return [{ at: Infinity, interrupted }, context.integer('maxTimeMS') ?? 1000];
}

export function killCursorsCommand(context: CommandContext): Doc {
  const ids = context.array('cursors');
  if (!ids)
    throw new MongoError(40414, "BSON field 'killCursors.cursors' is missing but a required field");
  const killed: Value[] = [];
  const notFound: Value[] = [];
  for (const value of ids) {
    if (!isNumeric(value))
      throw typeMismatch(
        `BSON field 'killCursors.cursors.0' is the wrong type '${typeName(value)}', expected type 'long'`,
      );
    const id = cursorId(value);
    (context.engine.cursors.remove(id) ? killed : notFound).push(id);
  }
  return doc({
    cursorsKilled: killed,
    cursorsNotFound: notFound,
    cursorsAlive: [],
    cursorsUnknown: [],
    ok: 1,
  });
}

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
    const choice = choosePlan(engine.store, collection, {
      filter,
      sort: [],
      limit: 0,
      strings,
      ...hintOf(body),
    });
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
    const choice = choosePlan(engine.store, collection, {
      filter,
      sort: [],
      limit: 0,
      strings,
      ...hintOf(body),
    });
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
      const document = found.document ?? decodeDocument(found.bytes, 0, found.bytes.length);
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
