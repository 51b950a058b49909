import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { open, type Database, type RootDatabase } from 'lmdb';
import { MongoError } from '../mongo-error';
import { assertDataFileWhole } from './data-file.check';
import { lockFolder, type FolderLock } from './folder-lock';

export type Bytes = Database<Buffer, Buffer>;

/** A walk over keys of one tree between two keys. Neither bound is ever a whole key, so none is included. */
export interface KeyRange {
  readonly low: Buffer;
  readonly high: Buffer;
}

interface PendingWrite {
  run: () => unknown;
  resolve: (value: never) => void;
  reject: (error: unknown) => void;
}

/** How long one commit may gather writes before it goes to disk, in milliseconds. */
const MAX_COMMIT_MS = 6;
/** How long a commit may wait for those who shared the last one, in milliseconds. */
const MAX_COMMIT_WAIT_MS = 0.7;
/** Waiting for fewer costs more than the flushes that it saves: it keeps the processor busy. */
const MIN_WRITES_TO_WAIT_FOR = 6;

/**
 * The one data file. All writes go through `write`, which gathers what concurrent callers want into one
 * transaction and answers each only after that transaction is flushed to disk.
 */
export class LmdbStore {
  private queue: PendingWrite[] = [];
  private pumping: Promise<void> | null = null;
  private closed = false;
  /** Called in each transaction before it commits, for state that is saved once per commit. */
  beforeCommit: () => void = () => undefined;
  /** Called after a commit failed: whatever was kept in memory about it is not true. */
  afterAbort: () => void = () => undefined;

  private constructor(
    private readonly root: RootDatabase<Buffer, Buffer>,
    readonly documents: Bytes,
    readonly entries: Bytes,
    readonly catalog: Bytes,
    private readonly lock: FolderLock,
  ) {}

  /**
   * Opens or creates the data file in the folder `path`.
   * @throws Error when another process uses the folder or the file is torn.
   */
  static async open(path: string): Promise<LmdbStore> {
    mkdirSync(path, { recursive: true });
    const lock = await lockFolder(path);
    try {
      assertDataFileWhole(path);
      const binary = { encoding: 'binary', keyEncoding: 'binary', cache: false } as const;
      const root = open<Buffer, Buffer>({
        path,
        ...binary,
        maxDbs: 8,
        // A write is answered when it is on disk, so the commit itself must wait for the flush.
        overlappingSync: false,
        // Writes are gathered here already; the library's own gathering would leave a failed commit's promise unheard.
        eventTurnBatching: false,
        noSubdir: false,
      } as never);
      const tree = (name: string): Bytes =>
        root.openDB<Buffer, Buffer>({ name, ...binary } as never);
      return new LmdbStore(root, tree('documents'), tree('entries'), tree('catalog'), lock);
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  /**
   * Runs `run` inside the next write transaction and resolves with its result when that is on disk.
   * What `run` throws rejects only its own promise, so it must check everything before its first put.
   */
  write<T>(run: () => T): Promise<T> {
    if (this.closed) return Promise.reject(new MongoError(11600, 'interrupted at shutdown'));
    return new Promise<T>((resolve, reject) => {
      this.queue.push({ run, resolve, reject });
      this.pumping ??= this.pump();
    });
  }

  private async pump(): Promise<void> {
    let shared = 1;
    for (;;) {
      await this.gather(shared);
      if (this.queue.length === 0) break;
      const done: (() => void)[] = [];
      const refused: (() => void)[] = [];
      const rejects: ((error: unknown) => void)[] = [];
      try {
        await this.root.transaction(() => {
          const start = performance.now();
          do {
            const next = this.queue.shift();
            if (!next) break;
            try {
              const result = next.run();
              rejects.push(next.reject);
              done.push(() => next.resolve(result as never));
            } catch (error) {
              refused.push(() => next.reject(error));
            }
          } while (performance.now() - start < MAX_COMMIT_MS);
          this.beforeCommit();
        });
        shared = done.length + refused.length;
        for (const answer of done) answer();
      } catch (error) {
        const reason = await commitFailure(error);
        this.afterAbort();
        const answer = diskError(reason);
        for (const reject of rejects) reject(answer);
      }
      for (const answer of refused) answer();
    }
    this.pumping = null;
  }

  /**
   * Lets requests of this turn of the event loop share the commit. Those who shared the last one are likely on their
   * way with the next request; a flush costs more than a short wait for them.
   */
  private async gather(expected: number): Promise<void> {
    const start = performance.now();
    do await new Promise((resume) => setImmediate(resume));
    while (
      expected >= MIN_WRITES_TO_WAIT_FOR &&
      this.queue.length < expected &&
      performance.now() - start < MAX_COMMIT_WAIT_MS
    );
  }

  /** Keys in the range, in order or in reverse, optionally only those after `after`. */
  *keys(tree: Bytes, range: KeyRange, reverse: boolean, after?: Buffer): Generator<Buffer> {
    const options = reverse
      ? { start: after ?? range.high, end: range.low, reverse: true }
      : { start: after ?? range.low, end: range.high };
    for (const key of tree.getKeys({ ...options, snapshot: true } as never) as Iterable<Buffer>) {
      if (after && key.equals(after)) continue;
      yield key;
    }
  }

  /** The key that lies `count` keys behind the start (or behind `after`), found without naming those between. */
  keyAt(
    tree: Bytes,
    range: KeyRange,
    reverse: boolean,
    after: Buffer | undefined,
    count: number,
  ): Buffer | null {
    const bounds = reverse
      ? { start: after ?? range.high, end: range.low, reverse: true }
      : { start: after ?? range.low, end: range.high };
    const offset = after ? count : count - 1;
    for (const key of tree.getKeys({ ...bounds, offset, limit: 1 } as never) as Iterable<Buffer>)
      return key;
    return null;
  }

  /** Waits for what was asked to be written, then closes the file and frees the folder. */
  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    while (this.pumping) await this.pumping;
    await this.root.close();
    await this.lock.release();
  }
}

/**
 * Writes a consistent copy of the data in `dbPath` into the folder `target`, also while a server uses it.
 * @throws Error when there are no data or `target` has some already.
 */
export async function backupData(dbPath: string, target: string): Promise<void> {
  assertDataFileWhole(dbPath);
  if (!existsSync(join(dbPath, 'data.mdb'))) throw new Error(`there is no database in ${dbPath}`);
  if (existsSync(join(target, 'data.mdb')))
    throw new Error(`there is a database in ${target} already`);
  mkdirSync(target, { recursive: true });
  const root = open({
    path: dbPath,
    readOnly: true,
    maxDbs: 8,
    noSubdir: false,
  } as never) as RootDatabase;
  try {
    await root.backup(target, false);
  } finally {
    await root.close();
  }
}

/** The library keeps the reason of a failed commit in a promise of its own, which may be rejected only later. */
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

function diskError(error: unknown): unknown {
  const message = error instanceof Error ? error.message : String(error);
  if (/MAP_FULL|no space|ENOSPC|disk quota|file too large|input\/output error/i.test(message)) {
    return new MongoError(14031, `out of disk space: ${message}`);
  }
  return error instanceof MongoError ? error : new MongoError(1, `commit failed: ${message}`);
}
