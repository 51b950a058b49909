import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';

const MAGIC = 0xbeefc0de;

/**
 * LMDB maps its file into memory, and touching a page beyond the file's end kills the process. So a file that
 * was cut off (a torn copy, a full disk, a broken restore) is recognised before it is opened.
 * @throws Error that says what is wrong.
 */
export function assertDataFileWhole(folder: string): void {
  const path = join(folder, 'data.mdb');
  if (!existsSync(path)) return;
  const file = openSync(path, 'r');
  try {
    const size = fstatSync(file).size;
    if (size === 0) return;
    const first = readMeta(file, 0);
    const pageSize = first?.pageSize ?? 4096;
    const second = readMeta(file, pageSize);
    const metas = [first, second].filter((meta) => meta !== null);
    if (metas.length === 0)
      throw new Error(`the data file ${path} is damaged: it has no valid header`);
    const newest = metas.reduce((a, b) => (b.transaction > a.transaction ? b : a));
    const needed = (newest.lastPage + 1) * pageSize;
    if (size < needed) {
      throw new Error(
        `the data file ${path} is torn: it has ${size} bytes of at least ${needed}; restore a backup`,
      );
    }
  } finally {
    closeSync(file);
  }
}

interface Meta {
  pageSize: number;
  lastPage: number;
  transaction: number;
}

function readMeta(file: number, offset: number): Meta | null {
  const page = Buffer.alloc(256);
  if (readSync(file, page, 0, 256, offset) < 192) return null;
  // The page's own header is 16 or 24 bytes, by the build of LMDB.
  for (const start of [16, 24]) {
    if (page.readUInt32LE(start) !== MAGIC) continue;
    // magic, version, address, map size, then two tree records of 48 bytes, last page, transaction.
    const free = start + 24;
    return {
      pageSize: page.readUInt32LE(free),
      lastPage: Number(page.readBigUInt64LE(free + 96)),
      transaction: Number(page.readBigUInt64LE(free + 104)),
    };
  }
  return null;
}
