import { closeSync, existsSync, fsyncSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { decodeDocument } from '../bson/bson-decoder';
import type { Doc } from '../bson/bson-value';
import { copyTrees } from './data-copy';
import { foldersOf, newFolderFor } from './database-folders';
import { openDataFile, type DataFile } from './lmdb-store';

/** Moves the databases of the one file in which editions up to 2.13 kept them into files of their own. */
export async function splitSharedFile(dbPath: string): Promise<void> {
  const shared = join(dbPath, 'data.mdb');
  if (!existsSync(shared)) return;
  // The shared file is removed last: what stands beside it is of a split that was interrupted.
  for (const { path } of foldersOf(dbPath)) rmSync(path, { recursive: true });
  const source = openDataFile(dbPath, { readOnly: true });
  const files = new Map<string, DataFile>();
  /** By ids of collections and of indexes, which stay as they are. */
  const fileOf = new Map<number, DataFile>();
  for (const { key, value } of source.catalog.getRange({})) {
    if (!key.toString().startsWith('c:')) continue;
    const collection = decodeDocument(value);
    const name = collection.get('db') as string;
    const file = files.get(name) ?? openDataFile(newFolderFor(dbPath, name));
    files.set(name, file);
    for (const stored of [collection, ...(collection.get('indexes') as Doc[])])
      fileOf.set(Number(stored.get('id')), file);
  }
  const snapshot = source.root.useReadTransaction();
  copyTrees(source, snapshot, (tree, key) => {
    const id = tree === 'catalog' ? Number(key.toString().slice(2)) : key.readUInt32BE(0);
    return fileOf.get(id) ?? null;
  });
  snapshot.done();
  const counter = source.catalog.get(Buffer.from('meta'));
  for (const { root, catalog } of files.values()) {
    if (counter) root.transactionSync(() => void catalog.put(Buffer.from('meta'), counter));
    await root.close();
  }
  await source.root.close();
  rmSync(shared);
  rmSync(join(dbPath, 'lock.mdb'), { force: true });
  // Makes the removal durable.
  const folder = openSync(dbPath, 'r');
  fsyncSync(folder);
  closeSync(folder);
}
