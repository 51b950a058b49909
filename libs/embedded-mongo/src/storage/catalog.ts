import { decodeDocument } from '../bson/bson-decoder';
import { encodeDocument } from '../bson/bson-encoder';
import { doc, int32, type Doc } from '../bson/bson-value';
import { numberOr } from '../bson/value-arithmetic';
import { parseFilter } from '../query/filter-compiler';
import type { KeyField } from '../query/key-values';
import type { Matcher } from '../query/matcher';
import type { DataTree, LmdbStore } from './lmdb-store';

export interface IndexMeta {
  readonly id: number;
  readonly name: string;
  readonly fields: readonly KeyField[];
  /** The definition as sent by the client, with `v`, for listIndexes. */
  readonly spec: Doc;
  readonly unique: boolean;
  readonly sparse: boolean;
  /** Filter of a partial index. */
  readonly partial: { readonly filter: Doc; readonly matches: Matcher } | null;
  readonly expireAfterSeconds: number | null;
  /** Paths in which some document ever held an array. */
  readonly arrays: Set<string>;
  /** Whether a key was too long and is stored shortened, so that the order is not exact. */
  long: boolean;
  /** False during a build: maintained by writers, not used by readers. */
  ready: boolean;
}

export interface CollectionMeta {
  readonly id: number;
  readonly db: string;
  readonly name: string;
  indexes: IndexMeta[];
  count: number;
  lastRecord: number;
  /** Incremented with every change, so that a search outside the transaction can be validated. */
  version: number;
}

const FIRST_ID = 16;
const NO_DOCUMENTS = { count: 0, lastRecord: 0, version: 0 };

/** The keys of counters in the root tree, among the records of the other trees. */
export const COUNTERS = { start: Buffer.from('n:'), end: Buffer.from('n;') };

/** Collections and indexes of a database, in memory and in the `catalog` tree; counters in the root. */
export class Catalog {
  /** By name. */
  private collections = new Map<string, CollectionMeta>();
  private nextId = FIRST_ID;
  private dirty = new Set<CollectionMeta>();
  /** Ids whose documents or entries have to be deleted in slices. */
  readonly garbage = new Map<number, DataTree>();

  constructor(
    private readonly store: LmdbStore,
    private readonly db: string,
  ) {
    this.load();
    store.beforeCommit = () => this.saveCounters();
    store.afterAbort = () => this.load();
  }

  private load(): void {
    const previous = this.collections;
    this.collections = new Map();
    this.dirty.clear();
    this.garbage.clear();
    for (const { key, value } of this.store.catalog.getRange({})) {
      const name = key.toString('utf8');
      if (name === 'meta') this.nextId = Number(decodeDocument(value).get('nextId'));
      else if (name.startsWith('g:'))
        this.garbage.set(Number(name.slice(2)), decodeDocument(value).get('tree') as DataTree);
      else if (name.startsWith('c:')) {
        const meta = this.parse(decodeDocument(value));
        this.collections.set(meta.name, meta);
      }
    }
    for (const meta of this.collections.values()) {
      const key = counterKey(meta.id);
      // Editions up to 2.13 kept them in the catalog.
      const counters = this.store.root.get(key) ?? this.store.catalog.get(key);
      if (counters) {
        const values = decodeDocument(counters);
        meta.count = Number(values.get('count'));
        meta.lastRecord = Number(values.get('lastRecord'));
      }
      // Running operations keep references to these objects.
      const known = previous.get(meta.name);
      if (known && known.id === meta.id) {
        Object.assign(known, { ...meta, version: known.version + 1 });
        this.collections.set(meta.name, known);
      }
    }
  }

  private parse(stored: Doc): CollectionMeta {
    const indexes = (stored.get('indexes') as Doc[]).map((index) =>
      buildIndexMeta(
        Number(index.get('id')),
        index.get('spec') as Doc,
        new Set(index.get('arrays') as string[]),
        index.get('long') === true,
        index.get('ready') === true,
      ),
    );
    const [db, name] = [stored.get('db') as string, stored.get('name') as string];
    return { id: Number(stored.get('id')), db, name, indexes, ...NO_DOCUMENTS };
  }

  find(name: string): CollectionMeta | undefined {
    return this.collections.get(name);
  }

  /** By name. */
  list(): CollectionMeta[] {
    return [...this.collections.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Call inside a write transaction. */
  create(name: string): CollectionMeta {
    const id = this.takeId();
    const indexes = [this.newIndex(ID_INDEX, true)];
    const meta: CollectionMeta = { id, db: this.db, name, indexes, ...NO_DOCUMENTS };
    this.collections.set(name, meta);
    this.save(meta);
    this.dirty.add(meta);
    return meta;
  }

  /** A definition with a new id; not stored yet. `ready`: queries may use it. */
  newIndex(spec: Doc, ready: boolean): IndexMeta {
    return buildIndexMeta(this.takeId(), spec, new Set(), false, ready);
  }

  private takeId(): number {
    const id = this.nextId++;
    this.store.catalog.put(
      Buffer.from('meta'),
      encodeDocument(doc({ nextId: BigInt(this.nextId) })),
    );
    return id;
  }

  /** Writes a collection's definition. Call inside a write transaction. */
  save(meta: CollectionMeta): void {
    const stored = doc({
      id: BigInt(meta.id),
      db: meta.db,
      name: meta.name,
      indexes: meta.indexes.map((index) =>
        doc({
          id: BigInt(index.id),
          spec: index.spec,
          arrays: [...index.arrays],
          long: index.long,
          ready: index.ready,
        }),
      ),
    });
    this.store.catalog.put(Buffer.from(`c:${meta.id}`), encodeDocument(stored));
  }

  /** Marks counters as changed; they are written once per commit. */
  touch(meta: CollectionMeta): void {
    meta.version++;
    this.dirty.add(meta);
  }

  private saveCounters(): void {
    for (const meta of this.dirty) {
      if (this.collections.get(meta.name) !== meta) continue;
      const { count, lastRecord } = meta;
      const counters = doc({ count: BigInt(count), lastRecord: BigInt(lastRecord) });
      this.store.root.put(counterKey(meta.id), encodeDocument(counters));
    }
    this.dirty.clear();
  }

  /**
   * Removes a collection; its data are deleted in slices later. Call inside a write transaction.
   */
  drop(meta: CollectionMeta): void {
    this.collections.delete(meta.name);
    this.store.catalog.remove(Buffer.from(`c:${meta.id}`));
    this.store.root.remove(counterKey(meta.id));
    meta.version++;
    if (meta.count > 0) this.discard(meta.id, 'documents');
    for (const index of meta.indexes) if (meta.count > 0) this.discard(index.id, 'entries');
  }

  /**
   * Marks the documents or index entries of an id for deletion in the background, also after a
   * restart.
   */
  discard(id: number, tree: DataTree): void {
    this.garbage.set(id, tree);
    this.store.catalog.put(Buffer.from(`g:${id}`), encodeDocument(doc({ tree })));
  }

  /** The deletion that `discard` asked for is complete. */
  discarded(id: number): void {
    this.garbage.delete(id);
    this.store.catalog.remove(Buffer.from(`g:${id}`));
  }
}

function counterKey(id: number): Buffer {
  return Buffer.from(`n:${id}`);
}

/** Definition of the index on `_id`. */
const ID_INDEX = doc({ v: int32(2), key: doc({ _id: int32(1) }), name: '_id_' });

function buildIndexMeta(
  id: number,
  spec: Doc,
  arrays: Set<string>,
  long: boolean,
  ready: boolean,
): IndexMeta {
  const key = spec.get('key') as Doc;
  const fields = [...key].map(([path, direction]): KeyField => ({
    path,
    parts: path.split('.'),
    descending: numberOr(direction, 1) < 0,
  }));
  const filter = spec.get('partialFilterExpression') as Doc | undefined;
  const expire = spec.get('expireAfterSeconds');
  return {
    id,
    name: spec.get('name') as string,
    fields,
    spec,
    unique: spec.get('unique') === true || spec.get('name') === '_id_',
    sparse: spec.get('sparse') === true,
    partial: filter ? { filter, matches: parseFilter(filter).matches } : null,
    expireAfterSeconds: expire === undefined ? null : numberOr(expire, 0),
    arrays,
    long,
    ready,
  };
}
