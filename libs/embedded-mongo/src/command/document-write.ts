import {
  atOnce,
  BSONRegExp,
  BsonUndefined,
  decodeDocument,
  documentOfFilter,
  encodeDocument,
  fillTimestamps,
  isDoc,
  MongoError,
  ObjectId,
  Sorter,
  typeName,
  valuesIdentical,
  type CompiledUpdate,
  type Doc,
  type FilterNode,
  type MatchDetails,
  type SortField,
  type Value,
} from '@engawa/mongo-semantics';
import { assertInTime, type Deadline } from '../plan/deadline';
import { documentOf, DocumentSource, Slices } from '../plan/document-source';
import { choosePlan } from '../plan/plan-choice';
import type { Collection, RecordId } from '../storage/collection';
import type { CommandContext } from './command-context';
import type { Engine } from './engine';
import type { Retry } from './retry-records';

/** Documents that one commit changes for a statement that changes many. */
const MANY_PER_COMMIT = 200;
/** Keys that a search inside a write transaction may read before it goes on outside of it. */
const INLINE_STEPS = 500;

/** A document ready to be stored: `_id` first, made when missing. */
export function prepareInsert(
  document: Doc,
  bytes: Buffer | null,
  keepTimestamps = false,
): { document: Doc; bytes: Buffer } {
  const first = document.entries().next().value;
  let changed = bytes === null;
  let result = document;
  if (!first || first[0] !== '_id') {
    result = new Map([
      ['_id', document.get('_id') ?? (document.has('_id') ? null : new ObjectId())],
    ]);
    for (const [name, value] of document) if (name !== '_id') result.set(name, value);
    changed = true;
  }
  for (const value of keepTimestamps ? [] : result.values()) {
    if (typeName(value) === 'timestamp') {
      fillTimestamps(result);
      changed = true;
      break;
    }
  }
  assertStorable(result);
  return { document: result, bytes: changed ? encodeDocument(result) : Buffer.from(bytes!) };
}

/** @throws MongoError 53 or 52 for an `_id` that may not be stored, 52 for a top-level `$` field */
export function assertStorable(document: Doc): void {
  const id = document.get('_id');
  if (Array.isArray(id)) throw new MongoError(53, "The '_id' value cannot be of type array");
  if (id instanceof BSONRegExp) throw new MongoError(53, "The '_id' value cannot be of type regex");
  if (id instanceof BsonUndefined)
    throw new MongoError(53, "The '_id' value cannot be of type undefined");
  if (isDoc(id)) {
    for (const name of id.keys()) {
      if (name.startsWith('$') && !['$ref', '$id', '$db'].includes(name)) {
        throw new MongoError(
          52,
          `_id fields may not contain '$'-prefixed fields: ${name} is not valid for storage.`,
        );
      }
    }
  }
}

export interface Target {
  readonly filter: FilterNode;
  readonly sort: readonly SortField[];
  readonly hint?: Value;
  readonly strings?: (a: string, b: string) => number;
}

export interface Located {
  readonly record: RecordId;
  readonly document: Doc;
  readonly length: number;
  /** For the positional operator. */
  readonly position: number | null;
}

/** The first document for a target, or null; `unfinished` when the search takes more than `steps`. */
function locate(
  engine: Engine,
  collection: Collection,
  target: Target,
  steps: number,
): Located | null | 'unfinished' {
  const { winner } = choosePlan(engine.store, collection, { ...target, limit: 1 });
  if (winner.kind === 'collection') engine.metrics.scanned.collectionScans++;
  const source = new DocumentSource(engine.store, collection, winner);
  const sorter = winner.sorted ? null : new Sorter<RecordId>(target.sort, 1, target.strings);
  try {
    for (let i = 0; i < steps; i++) {
      const found = source.step();
      if (found === undefined) {
        const [first] = sorter ? atOnce(sorter.finish()) : [];
        return first === undefined ? null : (recheck(collection, target, first) ?? null);
      }
      if (found === null) continue;
      const document = documentOf(found);
      if (!sorter) {
        return {
          record: found.record,
          document,
          length: found.bytes.length,
          position: positionOf(target.filter, document),
        };
      }
      sorter.add(document, found.record, 100);
    }
    return 'unfinished';
  } finally {
    source.release();
    engine.metrics.scanned.keys += source.counters.keysExamined;
    engine.metrics.scanned.documents += source.counters.documentsExamined;
  }
}

function positionOf(filter: FilterNode, document: Doc): number | null {
  const details: MatchDetails = { position: null };
  filter.matches(document, details);
  return details.position;
}

/** The document of a record if it still satisfies the target's filter. */
function recheck(collection: Collection, target: Target, record: RecordId): Located | null {
  const bytes = collection.read(record);
  if (!bytes) return null;
  const document = decodeDocument(bytes, 0, bytes.length);
  const details: MatchDetails = { position: null };
  if (!target.filter.matches(document, details)) return null;
  return { record, document, length: bytes.length, position: details.position };
}

/** The records of all documents for a target, found in slices outside of any write transaction. */
async function locateAll(
  engine: Engine,
  collection: Collection,
  target: Target,
  deadline: Deadline | null,
  limit = 0,
): Promise<RecordId[]> {
  const { winner } = choosePlan(engine.store, collection, { ...target, limit });
  const source = new DocumentSource(engine.store, collection, winner);
  const slices = new Slices();
  const records: RecordId[] = [];
  const sorter = winner.sorted ? null : new Sorter<RecordId>(target.sort, limit, target.strings);
  for (;;) {
    if (slices.due()) {
      source.release();
      await slices.pause();
      assertInTime(deadline);
    }
    if (sorter) {
      const found = source.step();
      if (found === undefined) break;
      if (found) sorter.add(documentOf(found), found.record, 100);
      continue;
    }
    const record = source.stepRecord();
    if (record === undefined) break;
    if (record !== null) records.push(record);
    if (limit > 0 && records.length >= limit) break;
  }
  source.release();
  return sorter ? slices.resultOf(sorter.finish(), deadline) : records;
}

/** What a write of one document does in its transaction, and answers. */
interface OneWrite<T> {
  /** The answer again, from what was remembered of a retryable write that was done before. */
  again(outcome: Doc): T;
  found(collection: Collection, located: Located): T;
  missing(): T;
}

/**
 * Finds one document and changes it (or does what `missing` says) in one write transaction. A search that would
 * hold up the server for long happens outside of it and is checked again inside.
 */
export async function writeOne<T>(
  { engine, db, deadline }: CommandContext,
  name: string,
  target: Target,
  retry: Retry | null,
  { again, found, missing }: OneWrite<T>,
): Promise<T> {
  type Outcome = { value: T } | { search: Collection };
  for (let attempt = 0; ; attempt++) {
    let hint: RecordId | null = null;
    let searchedAt = -1;
    if (attempt > 0) {
      const collection = engine.collection(db, name);
      if (collection) {
        searchedAt = collection.meta.version;
        hint = (await locateAll(engine, collection, target, deadline, 1))[0] ?? null;
      }
    }
    const outcome = await engine.store.write((): Outcome => {
      const done = retry && engine.retries.outcome(retry);
      if (done) return { value: again(done) };
      const collection = engine.collection(db, name);
      if (!collection) return { value: missing() };
      // With a sort, another document may have come before the one that was found.
      if (hint !== null && (target.sort.length === 0 || collection.meta.version === searchedAt)) {
        const located = recheck(collection, target, hint);
        if (located) return { value: found(collection, located) };
      }
      if (attempt > 0 && hint === null && collection.meta.version === searchedAt)
        return { value: missing() };
      const located = locate(engine, collection, target, attempt < 4 ? INLINE_STEPS : Infinity);
      if (located === 'unfinished') return { search: collection };
      return { value: located ? found(collection, located) : missing() };
    });
    if ('value' in outcome) return outcome.value;
    assertInTime(deadline);
  }
}

/** Changes every document of a target, a few hundred per commit. */
export async function writeMany(
  engine: Engine,
  collection: Collection,
  target: Target,
  deadline: Deadline | null,
  change: (collection: Collection, located: Located) => void,
): Promise<void> {
  const records = await locateAll(engine, collection, target, deadline);
  for (let at = 0; at < records.length; at += MANY_PER_COMMIT) {
    assertInTime(deadline);
    await engine.store.write(() => {
      if (!collection.isCurrent()) return;
      for (const record of records.slice(at, at + MANY_PER_COMMIT)) {
        const located = recheck(collection, target, record);
        if (located) change(collection, located);
      }
    });
  }
}

/** Applies a compiled update to a document that was found. Returns the new document, or null when nothing changed. */
export function applyUpdate(
  context: CommandContext,
  collection: Collection,
  located: Located,
  update: CompiledUpdate,
): { before: Doc; after: Doc; changed: boolean } {
  const before = located.document;
  const after = update.apply(copyDocument(before), {
    position: located.position,
    inserting: false,
  });
  if (valuesIdentical(before, after)) return { before, after: before, changed: false };
  assertStorable(after);
  const bypass = context.boolean('bypassDocumentValidation');
  collection.replace(located.record, before, located.length, after, encodeDocument(after), bypass);
  context.engine.metrics.documents.updated++;
  return { before, after, changed: true };
}

function copyDocument(document: Doc): Doc {
  const result: Doc = new Map();
  for (const [name, value] of document) result.set(name, copyValue(value));
  return result;
}

function copyValue(value: Value): Value {
  if (isDoc(value)) return copyDocument(value);
  return Array.isArray(value) ? value.map(copyValue) : value;
}

/** Inserts what an upsert makes of its filter, or the document that it gives; returns it. Inside a write transaction. */
export function insertUpsert(
  context: CommandContext,
  name: string,
  filter: FilterNode,
  update: CompiledUpdate,
  given?: Doc,
): Doc {
  const { document, bytes } = prepareInsert(
    upsertDocument(filter, update, given),
    null,
    context.boolean('bypassEmptyTsReplacement'),
  );
  context.engine
    .obtain(context.db, name)
    .insert(document, bytes, context.boolean('bypassDocumentValidation'));
  context.engine.metrics.documents.inserted++;
  return document;
}

function upsertDocument(filter: FilterNode, update: CompiledUpdate, given?: Doc): Doc {
  let start: Doc;
  if (update.kind === 'replacement') {
    start = new Map();
    const id = documentOfFilter(filter).get('_id');
    if (id !== undefined) start.set('_id', id);
  } else start = documentOfFilter(filter);
  const id = start.get('_id');
  const result = given
    ? copyDocument(given)
    : update.apply(start, { position: null, inserting: true });
  if (given && id !== undefined && !given.has('_id')) result.set('_id', id);
  return result;
}
