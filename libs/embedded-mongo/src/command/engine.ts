import { MongoError } from '../mongo-error';
import { Catalog, type CollectionMeta } from '../storage/catalog';
import { Collection, prefixRange } from '../storage/collection';
import { LmdbStore } from '../storage/lmdb-store';
import { Credentials, type Account } from './credentials';
import { CursorRegistry } from './cursor-registry';

interface EngineOptions {
  readonly dbPath: string;
  /** Interval of the TTL monitor in seconds. */
  readonly ttlSeconds: number;
  /** Replica set name for `hello`; absent for a stand-alone server. */
  readonly replicaSet?: string;
  /** Without an account, everybody may read and write. */
  readonly account?: Account;
}

/** The server behind the wire protocol: data, cursors and counters. */
export class Engine {
  readonly cursors = new CursorRegistry();
  /** Null when clients need no authentication. */
  readonly credentials: Credentials | null;
  /** `host:port` once the server listens. */
  address = '';
  private cleaning: Promise<void> | null = null;
  /** Running commands. */
  active = 0;
  /** Set when the server closes: long operations end at their next pause. */
  stopping = false;

  private constructor(
    readonly store: LmdbStore,
    readonly catalog: Catalog,
    readonly options: EngineOptions,
  ) {
    this.credentials = options.account ? new Credentials(options.account) : null;
  }

  /**
   * Opens the folder, and removes what a crash left: unfinished indexes and dropped collections.
   */
  static async open(options: EngineOptions): Promise<Engine> {
    const store = await LmdbStore.open(options.dbPath);
    const engine = new Engine(store, new Catalog(store), options);
    await engine.dropUnfinishedIndexes();
    engine.cleanUp();
    return engine;
  }

  /** Deletes indexes whose build was interrupted; they were never acknowledged. */
  private async dropUnfinishedIndexes(): Promise<void> {
    const unfinished = this.catalog
      .list()
      .filter((meta) => meta.indexes.some((index) => !index.ready));
    if (unfinished.length === 0) return;
    await this.store.write(() => {
      for (const meta of unfinished) {
        for (const index of meta.indexes)
          if (!index.ready) this.catalog.discard(index.id, 'entries');
        meta.indexes = meta.indexes.filter((index) => index.ready);
        this.catalog.save(meta);
      }
    });
  }

  /** The collection, or null when there is none of that name. */
  collection(db: string, name: string): Collection | null {
    const meta = this.catalog.find(db, name);
    return meta ? this.wrap(meta) : null;
  }

  /** The documents of a collection. */
  wrap(meta: CollectionMeta): Collection {
    return new Collection(this.store, this.catalog, meta);
  }

  /** The collection, created if missing. Call inside a write transaction. */
  obtain(db: string, name: string): Collection {
    const found = this.collection(db, name);
    if (found) return found;
    assertNamespace(db, name);
    return this.wrap(this.catalog.create(db, name));
  }

  /** Deletes the data of dropped collections and indexes in slices in the background. */
  cleanUp(): void {
    this.cleaning ??= this.sweep()
      .catch(() => undefined)
      .finally(() => {
        this.cleaning = null;
        if (this.catalog.garbage.size > 0 && !this.stopping)
          setTimeout(() => this.cleanUp(), 1000).unref();
      });
  }

  private async sweep(): Promise<void> {
    while (!this.stopping) {
      const next = this.catalog.garbage.entries().next().value;
      if (!next) return;
      const [id, tree] = next;
      await this.store.write(() => {
        const bytes = tree === 'documents' ? this.store.documents : this.store.entries;
        const keys: Buffer[] = [];
        for (const key of this.store.keys(bytes, prefixRange(id), false)) {
          keys.push(key);
          if (keys.length >= 2000) break;
        }
        for (const key of keys) bytes.remove(key);
        if (keys.length < 2000) this.catalog.discarded(id);
      });
    }
  }

  /** Fails new commands, waits for running ones, and closes the file. */
  async close(): Promise<void> {
    this.stopping = true;
    this.cursors.closeAll();
    await this.cleaning;
    // Nothing may access the file once it is closed.
    while (this.active > 0) await new Promise((resume) => setTimeout(resume, 5));
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
