import { mkdirSync, rmSync } from 'node:fs';
import { lockFolder, type FolderLock } from '../storage/folder-lock';
import type { Collection } from '../storage/collection';
import { assertDatabaseName, Database } from '../storage/database';
import { foldersOf, newFolderFor } from '../storage/database-folders';
import { splitSharedFile } from '../storage/shared-file';
import { Credentials, type Account } from './credentials';
import { CursorRegistry } from './cursor-registry';

export interface EngineOptions {
  /** Data folder, created if missing. Used by one process at a time. */
  readonly dbPath: string;
  /** Name of a single-node replica set, for connection strings that require one. */
  readonly replicaSet?: string;
  /** Account of clients (SCRAM-SHA-256); without one, everybody may read and write. */
  readonly account?: Account;
  /** Interval of the TTL monitor; default 60 as in MongoDB. */
  readonly ttlSeconds?: number;
}

/** The server behind the wire protocol: databases, cursors and running commands. */
export class Engine {
  readonly cursors = new CursorRegistry();
  /** Null when clients need no authentication. */
  readonly credentials: Credentials | null;
  /** `host:port` once the server listens. */
  address = '';
  /** Set when the server closes: long operations end at their next pause. */
  stopping = false;
  private readonly databases = new Map<string, Database>();
  private readonly running = new Set<Promise<unknown>>();
  /** Dropped databases whose files are being removed. */
  private removals: Promise<unknown> = Promise.resolve();

  private constructor(
    readonly options: EngineOptions,
    private readonly lock: FolderLock,
  ) {
    this.credentials = options.account ? new Credentials(options.account) : null;
  }

  /**
   * Opens the databases in the folder.
   * @throws Error when another process uses the folder or a file is truncated.
   */
  static async open(options: EngineOptions): Promise<Engine> {
    mkdirSync(options.dbPath, { recursive: true });
    const engine = new Engine(options, await lockFolder(options.dbPath));
    try {
      await splitSharedFile(options.dbPath);
      for (const { path, name } of foldersOf(options.dbPath)) {
        const database = new Database(path, name);
        // Dropped before its files could be removed, or never written to.
        if (database.catalog.list().length === 0) await engine.remove(database);
        else {
          engine.databases.set(name, database);
          await database.recover();
        }
      }
      return engine;
    } catch (error) {
      await engine.close();
      throw error;
    }
  }

  /** The database, if it was ever written to. */
  database(name: string): Database | undefined {
    return this.databases.get(name);
  }

  /** The database, created if missing. @throws MongoError 73 for an invalid name */
  obtain(name: string): Database {
    let database = this.databases.get(name);
    if (!database) {
      assertDatabaseName(name);
      database = new Database(newFolderFor(this.options.dbPath, name), name);
      this.databases.set(name, database);
    }
    return database;
  }

  /** The databases with collections, by name. */
  list(): Database[] {
    return [...this.databases.values()]
      .filter(({ catalog }) => catalog.list().length > 0)
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** The collection, or null when there is none of that name. */
  collection(db: string, name: string): Collection | null {
    return this.databases.get(db)?.collection(name) ?? null;
  }

  /** Drops a database; false when it had no collections. Its files are removed in the background. */
  async drop(name: string): Promise<boolean> {
    assertDatabaseName(name);
    const database = this.databases.get(name);
    if (!database) return false;
    const dropped = await database.dropAll();
    if (this.databases.get(name) === database) {
      this.databases.delete(name);
      const inUse = [...this.running];
      this.removals = Promise.allSettled([this.removals, ...inUse])
        .then(() => this.remove(database))
        // What is left of it is removed at the next start.
        .catch(() => undefined);
    }
    return dropped > 0;
  }

  private async remove(database: Database): Promise<void> {
    await database.close();
    rmSync(database.path, { recursive: true, force: true });
  }

  /** Runs work that uses databases: their files are not closed before it has ended. */
  run<T>(work: () => Promise<T> | T): Promise<T> {
    const running = (async () => work())().finally(() => this.running.delete(running));
    this.running.add(running);
    return running;
  }

  /** Fails new commands, waits for running ones, and closes the files. */
  async close(): Promise<void> {
    this.stopping = true;
    this.cursors.closeAll();
    while (this.running.size > 0) await Promise.allSettled(this.running);
    await this.removals;
    await Promise.all([...this.databases.values()].map((database) => database.close()));
    await this.lock.release();
  }
}
