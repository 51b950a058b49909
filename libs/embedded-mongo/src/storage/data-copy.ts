import type { Transaction } from 'lmdb';
import { COUNTERS } from './catalog';
import { foldersOf, newFolderFor } from './database-folders';
import { openDataFile, TREES, type DataFile } from './lmdb-store';

const BYTES_PER_COMMIT = 8 * 1024 * 1024;

/** A commit of the server between two looks; more of them in a row than a busy server makes. */
const MAX_ATTEMPTS = 10_000;

/** The file for a key of a tree; null leaves it out. */
type Destination = (tree: (typeof TREES)[number], key: Buffer) => DataFile | null;

/** Copies what a read transaction sees into other data files, whose trees are empty. */
export function copyTrees(source: DataFile, snapshot: Transaction, fileFor: Destination): void {
  for (const tree of TREES) {
    let target: DataFile | null = null;
    let batch: [key: Buffer, value: Buffer][] = [];
    let bytes = 0;
    const commit = (): void => {
      target?.root.transactionSync(() => {
        for (const [key, value] of batch) void target![tree].put(key, value);
      });
      batch = [];
      bytes = 0;
    };
    const range = { ...(tree === 'root' ? COUNTERS : {}), transaction: snapshot };
    // A file of before the log has none.
    for (const { key, value } of source[tree]?.getRange(range) ?? []) {
      const next = fileFor(tree, key);
      if (next !== target || bytes > BYTES_PER_COMMIT) commit();
      target = next;
      if (!next) continue;
      batch.push([Buffer.from(key), Buffer.from(value)]);
      bytes += key.length + value.length;
    }
    commit();
  }
}

/**
 * Writes a consistent copy of the data in `dbPath` to the folder `target`, even while a server uses
 * it: all databases as they are at one moment.
 * @throws Error when there are no data or `target` already has some.
 */
export async function backupData(dbPath: string, target: string): Promise<void> {
  const folders = foldersOf(dbPath);
  if (folders.length === 0) throw new Error(`there is no database in ${dbPath}`);
  if (foldersOf(target).length > 0) throw new Error(`there is a database in ${target} already`);
  const sources = folders.map(({ path }) => openDataFile(path, { readOnly: true }));
  try {
    const snapshots = snapshotsOf(sources);
    for (const [at, source] of sources.entries()) {
      const copy = openDataFile(newFolderFor(target, folders[at]!.name));
      copyTrees(source, snapshots[at]!, () => copy);
      snapshots[at]!.done();
      await copy.root.close();
    }
  } finally {
    for (const { root } of sources) await root.close();
  }
}

/**
 * Read transactions of several files that see one moment: no file was committed to between the
 * first look and the last, so each of them sees its newest state at any moment between.
 */
function snapshotsOf(files: readonly DataFile[]): Transaction[] {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const before = files.map(newestCommit);
    const snapshots = files.map(({ root, catalog }) => {
      root.resetReadTxn();
      const snapshot = root.useReadTransaction();
      // It begins with its first read.
      catalog.get(Buffer.from('meta'), { transaction: snapshot });
      return snapshot;
    });
    if (files.every((file, at) => newestCommit(file) === before[at])) return snapshots;
    for (const snapshot of snapshots) snapshot.done();
  }
  throw new Error('the databases are written to all the time: no moment for a copy was found');
}

function newestCommit({ root }: DataFile): number {
  return (root.getStats() as { lastTxnId: number }).lastTxnId;
}
