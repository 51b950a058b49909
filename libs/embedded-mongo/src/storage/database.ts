import { statSync } from 'node:fs';
import { join } from 'node:path';
import { MongoError } from '../mongo-error';
import { Catalog } from './catalog';
import { Collection, prefixRange } from './collection';
import { LmdbStore } from './lmdb-store';

/** Keys of dropped data deleted per step. */
const KEYS_PER_STEP = 2000;

/** One database: its collections and the data file that holds them. */
export class Database {
  readonly store: LmdbStore;
  readonly catalog: Catalog;
  private cleaning: Promise<void> | null = null;
  private closing = false;
  private dropped = false;

  /**
   * Opens or creates the data file in the folder `path`.
   * @throws Error when the file is truncated.
   */
  constructor(
    readonly path: string,
    readonly name: string,
  ) {
    this.store = new LmdbStore(path);
    this.catalog = new Catalog(this.store, name);
  }

  /** Removes what a crash left: unfinished indexes, which were never acknowledged, and dropped data. */
  async recover(): Promise<void> {
    const unfinished = this.catalog
      .list()
      .filter((meta) => meta.indexes.some((index) => !index.ready));
    if (unfinished.length > 0) {
      await this.store.write(() => {
        for (const meta of unfinished) {
          for (const index of meta.indexes)
            if (!index.ready) this.catalog.discard(index.id, 'entries');
          meta.indexes = meta.indexes.filter((index) => index.ready);
          this.catalog.save(meta);
        }
      });
    }
    this.cleanUp();
  }

  /** The collection, or null when there is none of that name. */
  collection(name: string): Collection | null {
    const meta = this.catalog.find(name);
    return meta ? new Collection(this.store, this.catalog, meta) : null;
  }

  collections(): Collection[] {
    return this.catalog.list().map((meta) => new Collection(this.store, this.catalog, meta));
  }

  /**
   * The collection, created if missing. Call inside a write transaction.
   * @throws MongoError 73 for an invalid name, 215 once the database is dropped
   */
  obtain(name: string): Collection {
    const found = this.collection(name);
    if (found) return found;
    assertNamespace(this.name, name);
    if (this.dropped)
      throw new MongoError(215, `database ${this.name} is in the process of being dropped`);
    return new Collection(this.store, this.catalog, this.catalog.create(name));
  }

  /** Drops a collection; the number of its indexes, undefined when there was none. */
  async drop(name: string): Promise<number | undefined> {
    const indexes = await this.store.write(() => {
      const meta = this.catalog.find(name);
      if (meta) this.catalog.drop(meta);
      return meta?.indexes.length;
    });
    this.cleanUp();
    return indexes;
  }

  /** Drops all collections for good; how many there were. */
  async dropAll(): Promise<number> {
    try {
      return await this.store.write(() => {
        const found = this.catalog.list();
        for (const meta of found) this.catalog.drop(meta);
        // Within the transaction: what shares its commit must not create a collection either.
        this.dropped = true;
        return found.length;
      });
    } catch (error) {
      this.dropped = false;
      throw error;
    }
  }

  sizeOnDisk(): number {
    return statSync(join(this.path, 'data.mdb')).size;
  }

  /** Deletes the data of dropped collections and indexes in slices in the background. */
  cleanUp(): void {
    this.cleaning ??= this.sweep()
      .catch(() => undefined)
      .finally(() => {
        this.cleaning = null;
        if (this.catalog.garbage.size > 0 && !this.closing)
          setTimeout(() => this.cleanUp(), 1000).unref();
      });
  }

  private async sweep(): Promise<void> {
    while (!this.closing) {
      const next = this.catalog.garbage.entries().next().value;
      if (!next) return;
      const [id, tree] = next;
      const keys = this.store.firstKeys(tree, prefixRange(id), KEYS_PER_STEP);
      await this.store.writeEach(keys, (key) => void this.store[tree].remove(key));
      if (keys.length < KEYS_PER_STEP) await this.store.write(() => this.catalog.discarded(id));
    }
  }

  /** Finishes writes and closes the file. Nothing may access it afterwards. */
  async close(): Promise<void> {
    this.closing = true;
    await this.cleaning;
    await this.store.close();
  }
}

/** @throws MongoError 73 for names that no database or collection may have. */
export function assertNamespace(db: string, name: string): void {
  assertDatabaseName(db);
  const namespace = `${db}.${name}`;
  if (/^$|[$\0]|^\.|\.$/.test(name) || Buffer.byteLength(namespace) > 255)
    throw new MongoError(73, `Invalid namespace specified '${namespace}'`);
}

/** @throws MongoError 73 for an invalid database name */
export function assertDatabaseName(db: string): void {
  if (db === '' || /[\s/\\."$\0]/.test(db) || Buffer.byteLength(db) > 63) {
    throw new MongoError(73, `Invalid database name: '${db}'`);
  }
}
