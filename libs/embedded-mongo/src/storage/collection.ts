import { decodeDocument } from '../bson/bson-decoder';
import type { Doc, Value } from '../bson/bson-value';
import { valuesIdentical } from '../bson/value-comparator';
import { MongoError } from '../mongo-error';
import { showDocument } from '../query/shell-text';
import type { Catalog, CollectionMeta, IndexMeta } from './catalog';
import { extractKeys, type ExtractedKeys } from './index-keys-extractor';
import type { KeyRange } from './key-range';
import type { LmdbStore } from './lmdb-store';

/** Largest document, as in MongoDB. */
export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;
const RECORD_BYTES = 6;

/** Number of a document within its collection: its position in natural order. */
export type RecordId = number;

function documentKey(collection: number, record: RecordId): Buffer {
  const key = Buffer.allocUnsafe(10);
  key.writeUInt32BE(collection, 0);
  key.writeUIntBE(record, 4, RECORD_BYTES);
  return key;
}

/** All keys that start with an id of four bytes. */
export function prefixRange(id: number): KeyRange {
  const low = Buffer.allocUnsafe(4);
  low.writeUInt32BE(id, 0);
  const high = Buffer.allocUnsafe(4);
  high.writeUInt32BE(id + 1, 0);
  return { low, high };
}

/** The record id in the key of a stored document. */
export function recordOfDocumentKey(key: Buffer): RecordId {
  return key.readUIntBE(4, RECORD_BYTES);
}

/** The record id at the end of an index entry. */
export function recordOfEntry(entry: Buffer): RecordId {
  return entry.readUIntBE(entry.length - RECORD_BYTES, RECORD_BYTES);
}

function entryKey(index: number, key: Buffer, record: RecordId): Buffer {
  const entry = Buffer.allocUnsafe(4 + key.length + RECORD_BYTES);
  entry.writeUInt32BE(index, 0);
  key.copy(entry, 4);
  entry.writeUIntBE(record, 4 + key.length, RECORD_BYTES);
  return entry;
}

/**
 * Documents of one collection with their index entries. Changes run inside a write transaction and
 * check everything before the first write, so that an error leaves nothing half done.
 */
export class Collection {
  constructor(
    readonly store: LmdbStore,
    private readonly catalog: Catalog,
    readonly meta: CollectionMeta,
  ) {}

  /** Whether the collection still exists under its name. */
  isCurrent(): boolean {
    return this.catalog.find(this.meta.name) === this.meta;
  }

  /** The index as it is now. @throws MongoError 175 when it or the collection was dropped */
  assertWalkable(index: IndexMeta | null): IndexMeta | undefined {
    if (!this.isCurrent())
      throw new MongoError(175, `query plan killed :: collection dropped: ${this.namespace}`);
    const current = this.meta.indexes.find(({ id }) => id === index?.id);
    if (index && !current)
      throw new MongoError(175, `query plan killed :: index '${index.name}' dropped`);
    return current;
  }

  /** `database.collection`, as in messages and cursors. */
  get namespace(): string {
    return `${this.meta.db}.${this.meta.name}`;
  }

  /** The stored bytes, valid until the next read: copy or decode at once. */
  read(record: RecordId): Buffer | undefined {
    return this.store.readDocument(documentKey(this.meta.id, record));
  }

  /** The decoded document; undefined if it was deleted. */
  load(record: RecordId): Doc | undefined {
    const bytes = this.read(record);
    return bytes && decodeDocument(bytes, 0, bytes.length);
  }

  private keysFor(index: IndexMeta, document: Doc): ExtractedKeys | null {
    if (index.partial && !index.partial.matches(document)) return null;
    const extracted = extractKeys(document, index.fields);
    return index.sparse && extracted.allMissing ? null : extracted;
  }

  private assertUnique(index: IndexMeta, extracted: ExtractedKeys, own: RecordId | null): void {
    for (const [i, key] of extracted.keys.entries()) {
      const low = entryKey(index.id, key, 0).subarray(0, -RECORD_BYTES);
      const high = Buffer.concat([low, Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff])]);
      for (const entry of this.store.entries.keys({ low, high }, false)) {
        if (entry.length !== low.length + RECORD_BYTES || recordOfEntry(entry) === own) continue;
        throw this.duplicate(index, extracted.values[i]!);
      }
    }
  }

  /** The error of a second document with these values of a unique index's fields. */
  private duplicate(index: IndexMeta, values: readonly Value[]): MongoError {
    const keyPattern = index.spec.get('key')!;
    const keyValue: Doc = new Map(index.fields.map(({ path }, at) => [path, values[at]!]));
    return new MongoError(
      11000,
      `E11000 duplicate key error collection: ${this.namespace} index: ${index.name} dup key: ${showDocument(keyValue)}`,
      { keyPattern, keyValue },
    );
  }

  /** Records what the planner must know about an index. */
  private learn(index: IndexMeta, extracted: ExtractedKeys): void {
    const known = index.arrays.size;
    for (const path of extracted.arrays) index.arrays.add(path);
    if (index.arrays.size === known && (index.long || !extracted.long)) return;
    index.long ||= extracted.long;
    this.catalog.save(this.meta);
  }

  /** @throws MongoError 11000 for a key that is there */
  insert(document: Doc, bytes: Buffer): RecordId {
    const plan: [IndexMeta, ExtractedKeys][] = [];
    for (const index of this.meta.indexes) {
      const extracted = this.keysFor(index, document);
      if (!extracted) continue;
      if (index.unique) this.assertUnique(index, extracted, null);
      plan.push([index, extracted]);
    }
    const record = ++this.meta.lastRecord;
    this.store.addDocument(documentKey(this.meta.id, record), bytes);
    for (const [index, extracted] of plan) {
      this.learn(index, extracted);
      for (const key of extracted.keys) this.store.entries.put(entryKey(index.id, key, record));
    }
    this.meta.count++;
    this.catalog.touch(this.meta);
    return record;
  }

  /** @throws MongoError 11000 for a key that is there, 17419 when too large */
  replace(record: RecordId, before: Doc, after: Doc, bytes: Buffer): void {
    if (bytes.length > MAX_DOCUMENT_BYTES) {
      throw new MongoError(17419, 'Resulting document after update is larger than 16777216');
    }
    const removed: Buffer[] = [];
    const added: Buffer[] = [];
    const learned: [IndexMeta, ExtractedKeys][] = [];
    const changed = changedFields(before, after);
    for (const index of this.meta.indexes) {
      if (!isTouched(index, changed)) continue;
      const old = this.keysFor(index, before);
      const now = this.keysFor(index, after);
      const oldKeys = new Set(old?.keys.map((key) => key.latin1Slice()));
      const nowKeys = new Set(now?.keys.map((key) => key.latin1Slice()));
      if (now) {
        if (index.unique && now.keys.some((key) => !oldKeys.has(key.latin1Slice())))
          this.assertUnique(index, now, record);
        for (const key of now.keys)
          if (!oldKeys.has(key.latin1Slice())) added.push(entryKey(index.id, key, record));
        learned.push([index, now]);
      }
      for (const key of old?.keys ?? [])
        if (!nowKeys.has(key.latin1Slice())) removed.push(entryKey(index.id, key, record));
    }
    this.store.replaceDocument(documentKey(this.meta.id, record), bytes);
    for (const key of removed) this.store.entries.remove(key);
    for (const key of added) this.store.entries.put(key);
    for (const [index, extracted] of learned) this.learn(index, extracted);
    this.catalog.touch(this.meta);
  }

  /** Deletes a document and its index entries. */
  remove(record: RecordId, document: Doc): void {
    const keys = this.meta.indexes.flatMap(
      (index) =>
        this.keysFor(index, document)?.keys.map((k) => entryKey(index.id, k, record)) ?? [],
    );
    this.store.replaceDocument(documentKey(this.meta.id, record), null);
    for (const key of keys) this.store.entries.remove(key);
    this.meta.count--;
    this.catalog.touch(this.meta);
  }

  /** Adds the entries of an existing document to an index that is being built. */
  indexRecord(index: IndexMeta, record: RecordId): void {
    const document = this.load(record);
    const extracted = document && this.keysFor(index, document);
    if (!extracted) return;
    if (index.unique) this.assertUnique(index, extracted, record);
    this.learn(index, extracted);
    for (const key of extracted.keys) this.store.entries.put(entryKey(index.id, key, record));
  }
}

/** Names of the top-level fields that were added, removed or changed. */
function changedFields(before: Doc, after: Doc): Set<string> {
  const changed = new Set<string>();
  for (const [name, value] of before) {
    const now = after.get(name);
    if (now === undefined || !valuesIdentical(value, now)) changed.add(name);
  }
  for (const name of after.keys()) if (!before.has(name)) changed.add(name);
  return changed;
}

/** Whether a change of these fields can affect the index entries. */
function isTouched(index: IndexMeta, changed: ReadonlySet<string>): boolean {
  // The filter of a partial index may use any field.
  return index.partial !== null || index.fields.some(({ parts }) => changed.has(parts[0]!));
}

/** @throws MongoError 10334 above MongoDB's limit */
export function assertDocumentSize(bytes: Buffer): void {
  if (bytes.length > MAX_DOCUMENT_BYTES) {
    throw new MongoError(
      10334,
      `BSONObj size: ${bytes.length} (0x${bytes.length.toString(16).toUpperCase()}) is invalid. Size must be between 0 and 16793600(16MB)`,
    );
  }
}
