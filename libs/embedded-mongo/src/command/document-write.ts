import { decodeDocument } from '../bson/bson-decoder';
import { encodeDocument } from '../bson/bson-encoder';
import { BSONRegExp, isDoc, ObjectId, Timestamp, type Doc, type Value } from '../bson/bson-value';
import { valuesIdentical } from '../bson/value-comparator';
import { MongoError } from '../mongo-error';
import { atOnce } from '../pause';
import { assertInTime, type Deadline } from '../plan/deadline';
import { documentOf, DocumentSource, Slices } from '../plan/document-source';
import { choosePlan } from '../plan/plan-choice';
import type { FilterNode } from '../query/filter-node';
import { Sorter, type SortField } from '../query/sort-order';
import { assertDocumentSize, type Collection, type RecordId } from '../storage/collection';
import { fillTimestamps } from '../update/timestamps';
import { copyValue, documentOfFilter, type CompiledUpdate } from '../update/update-compiler';
import type { CommandContext } from './command-context';
import type { Engine } from './engine';

/** Documents per commit of a multi-document statement. */
const DOCUMENTS_PER_COMMIT = 200;
/** Keys that a search inside a write transaction may read before it continues outside. */
const INLINE_STEPS = 500;

/** A document ready to be stored: `_id` first, generated when missing. */
export function prepareInsert(
  document: Doc,
  bytes: Buffer | null,
): { document: Doc; bytes: Buffer } {
  const [first] = document.keys();
  let changed = bytes === null;
  let result = document;
  if (first !== '_id') {
    const rest = [...document].filter(([name]) => name !== '_id');
    const id = document.get('_id');
    result = new Map([['_id', id === undefined ? new ObjectId() : id], ...rest]);
    changed = true;
  }
  if ([...result.values()].some((value) => value instanceof Timestamp)) {
    fillTimestamps(result);
    changed = true;
  }
  assertStorable(result);
  const stored = changed ? encodeDocument(result) : Buffer.from(bytes!);
  assertDocumentSize(stored);
  return { document: result, bytes: stored };
}

/** @throws MongoError 53 or 52 for an `_id` that may not be stored, 52 for a top-level `$` field */
function assertStorable(document: Doc): void {
  const id = document.get('_id');
  if (Array.isArray(id)) throw new MongoError(53, "The '_id' value cannot be of type array");
  if (id instanceof BSONRegExp) throw new MongoError(53, "The '_id' value cannot be of type regex");
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
}

export interface Located {
  readonly record: RecordId;
  readonly document: Doc;
  readonly length: number;
}

/**
 * The first document of a target, or null; `unfinished` when the search takes more than `steps`.
 */
function locate(
  engine: Engine,
  collection: Collection,
  target: Target,
  steps: number,
): Located | null | 'unfinished' {
  const { winner } = choosePlan(engine.store, collection, { ...target, limit: 1 });
  const source = new DocumentSource(engine.store, collection, winner);
  const sorter = winner.sorted ? null : new Sorter<RecordId>(target.sort, 1);
  try {
    for (let i = 0; i < steps; i++) {
      const found = source.step();
      if (found === undefined) {
        const [first] = sorter ? atOnce(sorter.finish()) : [];
        return first === undefined ? null : (recheck(collection, target, first) ?? null);
      }
      if (found === null) continue;
      const document = documentOf(found);
      if (!sorter) return { record: found.record, document, length: found.bytes.length };
      sorter.add(document, found.record, 100);
    }
    return 'unfinished';
  } finally {
    source.release();
  }
}

/** The document of a record if it still satisfies the target's filter. */
function recheck(collection: Collection, target: Target, record: RecordId): Located | null {
  const bytes = collection.read(record);
  if (!bytes) return null;
  const document = decodeDocument(bytes, 0, bytes.length);
  return target.filter.matches(document) ? { record, document, length: bytes.length } : null;
}

/** The records of all documents of a target, found in slices outside of write transactions. */
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
  const sorter = winner.sorted ? null : new Sorter<RecordId>(target.sort, limit);
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

/** What a single-document write does in its transaction, and its answer. */
interface OneWrite<T> {
  found(collection: Collection, located: Located): T;
  missing(): T;
}

/**
 * Finds and changes one document (or runs `missing`) in one write transaction. A search that would
 * block the server runs outside of it and is checked again inside.
 */
export async function writeOne<T>(
  { engine, db, deadline }: CommandContext,
  name: string,
  target: Target,
  { found, missing }: OneWrite<T>,
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
      const collection = engine.collection(db, name);
      if (!collection) return { value: missing() };
      // With a sort, another document may now come first.
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

/** Changes every document of a target, some hundred per commit. */
export async function writeMany(
  engine: Engine,
  collection: Collection,
  target: Target,
  deadline: Deadline | null,
  change: (collection: Collection, located: Located) => void,
): Promise<void> {
  const records = await locateAll(engine, collection, target, deadline);
  for (let at = 0; at < records.length; at += DOCUMENTS_PER_COMMIT) {
    assertInTime(deadline);
    await engine.store.write(() => {
      if (!collection.isCurrent()) return;
      for (const record of records.slice(at, at + DOCUMENTS_PER_COMMIT)) {
        const located = recheck(collection, target, record);
        if (located) change(collection, located);
      }
    });
  }
}

/** Applies a compiled update to a document. Call inside a write transaction. */
export function applyUpdate(
  collection: Collection,
  located: Located,
  update: CompiledUpdate,
): { after: Doc; changed: boolean } {
  const before = located.document;
  const after = update.apply(copyValue(before), false);
  if (valuesIdentical(before, after)) return { after: before, changed: false };
  assertStorable(after);
  collection.replace(located.record, before, located.length, after, encodeDocument(after));
  return { after, changed: true };
}

/** Inserts the document of an upsert and returns it. Call inside a write transaction. */
export function insertUpsert(
  context: CommandContext,
  name: string,
  filter: FilterNode,
  update: CompiledUpdate,
): Doc {
  const equalities = documentOfFilter(filter);
  const id = equalities.get('_id');
  const start: Doc =
    update.kind === 'operators' ? equalities : new Map(id === undefined ? [] : [['_id', id]]);
  const { document, bytes } = prepareInsert(update.apply(start, true), null);
  context.engine.obtain(context.db, name).insert(document, bytes);
  return document;
}
