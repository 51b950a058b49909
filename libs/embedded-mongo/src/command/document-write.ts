import { encodeDocument } from '../bson/bson-encoder';
import { isDoc, ObjectId, type Doc, type Value } from '../bson/bson-value';
import { valuesIdentical } from '../bson/value-comparator';
import { MongoError } from '../mongo-error';
import { atOnce, type Pausing } from '../pause';
import { documentOf, sourceOf, type DocumentSource } from '../plan/document-source';
import { Slices, type Interruption } from '../plan/slices';
import type { FilterNode } from '../query/filter-node';
import type { KeyField } from '../query/key-values';
import { Sorter } from '../query/sort-order';
import { assertDocumentSize, type Collection, type RecordId } from '../storage/collection';
import type { Database } from '../storage/database';
import { copyValue, documentOfFilter, type CompiledUpdate } from '../update/update-compiler';
import type { CommandContext } from './command-context';

/** Keys that a search inside a write transaction may read before it continues outside. */
const INLINE_STEPS = 500;

/** A document ready to be stored: `_id` first, generated when missing. */
export function prepareInsert(
  document: Doc,
  bytes: Buffer | null,
): { document: Doc; bytes: Buffer } {
  const [first] = document.keys();
  // An `_id` of the document replaces the new one in its place.
  const result: Doc = first === '_id' ? document : new Map([['_id', new ObjectId()], ...document]);
  assertStorable(result);
  const stored = bytes && first === '_id' ? Buffer.from(bytes) : encodeDocument(result);
  assertDocumentSize(stored);
  return { document: result, bytes: stored };
}

/** @throws MongoError 53 or 52 for an `_id` that may not be stored */
function assertStorable(document: Doc): void {
  const id = document.get('_id');
  if (Array.isArray(id)) throw new MongoError(53, "The '_id' value cannot be of type array");
  if (isDoc(id)) {
    for (const name of id.keys()) {
      if (name.startsWith('$'))
        throw new MongoError(52, `_id fields may not contain '$'-prefixed fields: ${name}`);
    }
  }
}

export interface Target {
  readonly filter: FilterNode;
  readonly sort: readonly KeyField[];
  readonly hint?: Value;
}

export interface Located {
  readonly collection: Collection;
  readonly record: RecordId;
  readonly document: Doc;
}

/** A search for the records of a target, step by step. */
class Search {
  readonly source: DocumentSource;
  private readonly sorter: Sorter<RecordId> | null;
  private readonly records: RecordId[] = [];

  /** @param limit most records, 0 for all */
  constructor(
    collection: Collection,
    target: Target,
    private readonly limit: number,
  ) {
    this.source = sourceOf(collection, { ...target, limit });
    this.sorter = this.source.plan.sorted ? null : new Sorter(target.sort, limit);
  }

  /** False once all are found. */
  step(): boolean {
    if (this.sorter) {
      const found = this.source.step();
      if (found) this.sorter.add(documentOf(found), found.record, 100);
      return found !== undefined;
    }
    const record = this.source.stepRecord();
    if (typeof record === 'number') this.records.push(record);
    return record !== undefined && (this.limit === 0 || this.records.length < this.limit);
  }

  *result(): Pausing<readonly RecordId[]> {
    if (!this.sorter) return this.records;
    const sorted = yield* this.sorter.finish();
    return sorted.map(({ item }) => item);
  }
}

/**
 * The first document of a target, or null; `unfinished` when the search takes more than `steps`.
 */
function locate(
  collection: Collection,
  target: Target,
  steps: number,
): Located | null | 'unfinished' {
  const search = new Search(collection, target, 1);
  try {
    for (let i = 0; i < steps; i++) {
      if (search.step()) continue;
      const [first] = atOnce(search.result());
      return first === undefined ? null : recheck(collection, target, first);
    }
    return 'unfinished';
  } finally {
    search.source.release();
  }
}

/** The document of a record if it still satisfies the target's filter. */
function recheck(collection: Collection, target: Target, record: RecordId): Located | null {
  const document = collection.load(record);
  return document && target.filter.matches(document) ? { collection, record, document } : null;
}

/** The records of all documents of a target, found in slices outside of write transactions. */
async function locateAll(
  collection: Collection,
  target: Target,
  slices: Slices,
  limit = 0,
): Promise<readonly RecordId[]> {
  const search = new Search(collection, target, limit);
  await search.source.inSlices(slices, () => search.step());
  return slices.resultOf(search.result());
}

/** What a single-document write does in its transaction, and its answer. */
interface OneWrite<T> {
  found(located: Located): T;
  missing(database: Database): T;
}

/**
 * Finds and changes one document (or runs `missing`) in one write transaction. A search that would
 * block the server runs outside of it and is checked again inside.
 */
export async function writeOne<T>(
  { engine, db, interruption }: CommandContext,
  name: string,
  target: Target,
  { found, missing }: OneWrite<T>,
): Promise<T> {
  const slices = new Slices(interruption);
  const database = engine.obtain(db);
  for (let attempt = 0; ; attempt++) {
    const searched = attempt > 0 ? database.collection(name) : null;
    const version = searched?.meta.version;
    const [hint] = searched ? await locateAll(searched, target, slices, 1) : [];
    const outcome = await database.store.write((): { value: T } | null => {
      const collection = database.collection(name);
      if (!collection) return { value: missing(database) };
      const isUnchanged = collection.meta.version === version;
      let located: ReturnType<typeof locate> = null;
      // With a sort, another document may now come first.
      if (hint !== undefined && (target.sort.length === 0 || isUnchanged))
        located = recheck(collection, target, hint);
      if (!located && (hint !== undefined || !isUnchanged))
        located = locate(collection, target, attempt < 4 ? INLINE_STEPS : Infinity);
      if (located === 'unfinished') return null;
      return { value: located ? found(located) : missing(database) };
    });
    if (outcome) return outcome.value;
    slices.assertWanted();
  }
}

/**
 * Changes every document of a target, in several commits where one would take long.
 * @param change tells whether it changed the document. A document of a commit that failed is changed again.
 */
export async function writeMany(
  collection: Collection | null,
  target: Target,
  change: (located: Located) => boolean,
  interruption?: Interruption,
): Promise<{ n: number; modified: number }> {
  if (!collection) return { n: 0, modified: 0 };
  const outcomes = new Map<RecordId, boolean>();
  const slices = new Slices(interruption);
  // In their stored order: neighbours share pages, while ids may be in no order.
  const records = (await locateAll(collection, target, slices)).toSorted((a, b) => a - b);
  const write = (record: RecordId): boolean => {
    slices.assertWanted();
    if (!collection.isCurrent()) return false;
    const located = recheck(collection, target, record);
    if (located) outcomes.set(record, change(located));
    return true;
  };
  await collection.store.writeEach(records, write, true);
  return { n: outcomes.size, modified: [...outcomes.values()].filter(Boolean).length };
}

/** Removes a document. Call inside a write transaction. */
export function removeLocated({ collection, record, document }: Located): true {
  collection.remove(record, document);
  return true;
}

/** Applies a compiled update to a document. Call inside a write transaction. */
export function applyUpdate(
  { collection, record, document: before }: Located,
  update: CompiledUpdate,
): { after: Doc; changed: boolean } {
  const after = update.apply(copyValue(before), false);
  if (valuesIdentical(before, after)) return { after: before, changed: false };
  assertStorable(after);
  collection.replace(record, before, after, encodeDocument(after));
  return { after, changed: true };
}

/** Inserts the document of an upsert and returns it. Call inside a write transaction. */
export function insertUpsert(
  database: Database,
  name: string,
  filter: FilterNode,
  update: CompiledUpdate,
): Doc {
  const equalities = documentOfFilter(filter);
  // A replacement takes only the `_id`.
  const { document, bytes } = prepareInsert(update.apply(equalities, true), null);
  database.obtain(name).insert(document, bytes);
  return document;
}
