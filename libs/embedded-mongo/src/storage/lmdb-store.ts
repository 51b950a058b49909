import { mkdirSync } from 'node:fs';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { open, type Database, type RootDatabase } from 'lmdb';
import { MongoError } from '../mongo-error';
import { assertDataFileWhole } from './data-file-check';
import { EntryTree } from './entry-tree';
import { boundsOf, EMPTY, type KeyRange } from './key-range';

type Bytes = Database<Buffer, Buffer>;

/** Trees of data that can be walked. */
export type DataTree = 'documents' | 'entries';

interface PendingWrite {
  /** Runs in the transaction; the result answers the caller once it is on disk. */
  readonly run: () => () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * How long a commit collects writes before it is flushed, in all and of one command. All databases
 * share one thread: longer commits delay the commands of others.
 */
const MAX_COMMIT_MS = 1;

export const TREES = ['documents', 'entries', 'log', 'catalog', 'root'] as const;

/**
 * The trees of a data file. `root` holds the records of the other trees. Each commit writes its page
 * anyway, so the counters of collections are there too: they cost no further page.
 */
export interface DataFile extends Record<(typeof TREES)[number], Bytes> {
  readonly root: RootDatabase<Buffer, Buffer>;
}

/**
 * Opens the data file in the folder `path`, created if missing.
 * @throws Error when the file is truncated.
 */
export function openDataFile(path: string, options: { readOnly?: true } = {}): DataFile {
  mkdirSync(path, { recursive: true });
  assertDataFileWhole(path);
  const binary = { encoding: 'binary', keyEncoding: 'binary', cache: false } as const;
  const root = open<Buffer, Buffer>({
    path,
    ...binary,
    ...options,
    maxDbs: 8,
    // A write is acknowledged when it is on disk, so the commit must wait for the flush.
    overlappingSync: false,
    // Writes are already grouped here; with the library's grouping, the promise of a failed
    // commit would be lost.
    eventTurnBatching: false,
    noSubdir: false,
  });
  const tree = (name: string): Bytes => root.openDB<Buffer, Buffer>({ name, ...binary });
  return {
    root,
    documents: tree('documents'),
    entries: tree('entries'),
    log: tree('log'),
    catalog: tree('catalog'),
  };
}

/**
 * The data file of one database. All writes go through `write`, which groups concurrent writes into
 * one transaction and resolves each only after that transaction is flushed to disk. Each database
 * has its own, so that its writes do not wait for the flushes of others.
 */
export class LmdbStore {
  readonly documents: Bytes;
  readonly entries: EntryTree;
  readonly catalog: Bytes;
  readonly root: RootDatabase<Buffer, Buffer>;
  private queue: PendingWrite[] = [];
  private pumping: Promise<void> | null = null;
  private closed = false;
  /** Whether the disk was full. Only the next commit but one can use what a commit frees, so they begin small. */
  private isTight = false;
  /** Documents that are put at the end of the transaction, by key. */
  private readonly deferred = new Map<string, Buffer>();
  /** Called in each transaction before the commit, for state saved once per commit. */
  beforeCommit: () => void = () => undefined;
  /** Called after a failed commit: cached state is no longer valid. */
  afterAbort: () => void = () => undefined;

  /** @throws Error when the file is truncated. */
  constructor(path: string) {
    const { root, documents, catalog, entries, log } = openDataFile(path);
    [this.root, this.documents, this.catalog] = [root, documents, catalog];
    this.entries = new EntryTree(entries, log);
  }

  /**
   * Runs `run` in the next write transaction and resolves with its result when it is on disk. An
   * exception of `run` rejects only its own promise, so it must check everything before its first
   * write.
   */
  write<T>(run: () => T): Promise<T> {
    if (this.closed) return Promise.reject(new MongoError(11600, 'interrupted at shutdown'));
    return new Promise<T>((resolve, reject) => {
      const answering = (): (() => void) => {
        const result = run();
        return () => resolve(result);
      };
      this.queue.push({ run: answering, reject });
      this.pumping ??= this.pump();
    });
  }

  /**
   * Runs `run` for each item, in as many transactions as keep the writes of others from waiting long.
   * Ends after an item for which `run` returns false. With `repeats`, it is called again for the items
   * of a commit that was too large for a nearly full disk.
   */
  async writeEach<T>(
    items: readonly T[],
    run: (item: T, index: number) => unknown,
    repeats = false,
  ): Promise<void> {
    let most = repeats && this.isTight ? 1 : Infinity;
    for (let at = 0; at < items.length;) {
      const commit = this.write(() => {
        const end = performance.now() + MAX_COMMIT_MS;
        let index = at;
        do {
          if (run(items[index]!, index++) === false) return items.length;
        } while (index < items.length && index < at + most && performance.now() < end);
        return index;
      });
      try {
        at = await commit;
        most *= 2;
      } catch (error) {
        if (!repeats || most === 1 || !isDiskFull(error)) throw error;
        most = 1;
      }
    }
    if (repeats) this.isTight = false;
  }

  private async pump(): Promise<void> {
    for (;;) {
      // Requests of this turn of the event loop share the commit.
      await endOfTurn();
      if (this.queue.length === 0) break;
      const done: { answer: () => void; reject: (error: unknown) => void }[] = [];
      const refused: (() => void)[] = [];
      let settle = (): void => undefined;
      try {
        await this.root.transaction(() => {
          this.entries.begin();
          const start = performance.now();
          do {
            const next = this.queue.shift();
            if (!next) break;
            try {
              done.push({ answer: next.run(), reject: next.reject });
            } catch (error) {
              refused.push(() => next.reject(error));
            }
          } while (performance.now() - start < MAX_COMMIT_MS);
          this.putDeferred();
          this.beforeCommit();
          settle = this.entries.end();
        });
        settle();
        // What waits is newer than a snapshot that was taken before.
        this.root.resetReadTxn();
        for (const { answer } of done) answer();
      } catch (error) {
        const reason = await commitFailure(error);
        this.deferred.clear();
        this.entries.abort();
        this.afterAbort();
        const answer = diskError(reason);
        this.isTight ||= isDiskFull(answer);
        for (const { reject } of done) reject(answer);
      }
      for (const answer of refused) answer();
    }
    this.pumping = null;
  }

  /** The stored bytes, valid until the next read. */
  readDocument(key: Buffer): Buffer | undefined {
    const shared = this.documents.getBinaryFast(key) as Buffer | undefined;
    // The buffer is larger than what it holds; only its `length` is right.
    return shared ? shared.subarray(0, shared.length) : this.deferred.get(key.latin1Slice());
  }

  /** Adds a document under a new key, together with the others of the transaction. */
  addDocument(key: Buffer, bytes: Buffer): void {
    this.deferred.set(key.latin1Slice(), bytes);
  }

  /**
   * Replaces a document, or removes it for null. One that loses a third, as a post does whose events
   * are published, is put back together with others: left where it was, it would fill a fifth of a page.
   */
  replaceDocument(key: Buffer, bytes: Buffer | null): void {
    const before = this.readDocument(key)?.length ?? 0;
    this.deferred.delete(key.latin1Slice());
    if (bytes && 3 * bytes.length >= 2 * before) return void this.documents.put(key, bytes);
    this.documents.remove(key);
    if (bytes) this.addDocument(key, bytes);
  }

  /**
   * In the order of the keys, those of a collection before a key that is removed at the end: at the
   * end of a page, LMDB splits before the last key, and no two posts with events would share a page.
   */
  private putDeferred(): void {
    const keys = [...this.deferred.keys()].sort();
    const lasts = keys.filter((key, at) => !keys[at + 1]?.startsWith(key.slice(0, 4)));
    const ends = lasts.map((key) => Buffer.from(`${key}\0`, 'latin1'));
    for (const end of ends) this.documents.put(end, EMPTY);
    for (const key of keys) this.documents.put(Buffer.from(key, 'latin1'), this.deferred.get(key)!);
    for (const end of ends) this.documents.remove(end);
    this.deferred.clear();
  }

  /** Keys in the range, in order or reversed, optionally only after `after`. */
  keys(tree: DataTree, range: KeyRange, reverse: boolean, after?: Buffer): Generator<Buffer> {
    if (tree === 'entries') return this.entries.keys(range, reverse, after);
    return this.documentKeys(range, reverse, after);
  }

  private *documentKeys(range: KeyRange, reverse: boolean, after?: Buffer): Generator<Buffer> {
    this.putDeferred();
    const bounds = boundsOf(range, reverse, after);
    for (const key of this.documents.getKeys({ ...bounds, snapshot: true }))
      if (!after || !key.equals(after)) yield key;
  }

  /** Up to `count` keys, optionally only after `after`. */
  firstKeys(tree: DataTree, range: KeyRange, count: number, after?: Buffer): Buffer[] {
    const keys: Buffer[] = [];
    for (const key of this.keys(tree, range, false, after)) if (keys.push(key) >= count) break;
    return keys;
  }

  /** Waits for pending writes, then closes the file. */
  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    while (this.pumping) await this.pumping;
    await this.root.close();
  }
}

/**
 * The library reports the reason of a failed commit in a separate promise, which may reject later.
 */
async function commitFailure(error: unknown): Promise<unknown> {
  const reason = (error as { commitError?: Promise<unknown> }).commitError;
  if (!(reason instanceof Promise)) return error;
  return Promise.race([
    reason.then(
      () => error,
      (inner: unknown) => inner,
    ),
    new Promise((resume) => setTimeout(() => resume(error), 100)),
  ]);
}

const DISK_FULL = 14031;

function isDiskFull(error: unknown): boolean {
  return error instanceof MongoError && error.code === DISK_FULL;
}

function diskError(error: unknown): unknown {
  const message = error instanceof Error ? error.message : String(error);
  if (/MAP_FULL|no space|ENOSPC|disk quota|file too large|input\/output error/i.test(message)) {
    return new MongoError(DISK_FULL, `out of disk space: ${message}`);
  }
  return error instanceof MongoError ? error : new MongoError(1, `commit failed: ${message}`);
}
