import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';

const MAGIC = 0xbeefc0de;
/** Bytes before the content of each page. */
const HEADER = 24;
const NO_ROOT = 0xffff_ffff_ffff_ffffn;
const BRANCH_PAGE = 0x01;
const LEAF_PAGE = 0x02;
const VALUE_ON_OWN_PAGES = 0x01;
const VALUE_IS_TREE = 0x02;

/**
 * LMDB maps its file into memory; access beyond the file's end kills the process. So a truncated
 * file (incomplete copy, full disk, failed restore) is detected before it is opened.
 * @throws Error with the reason
 */
export function assertDataFileWhole(folder: string): void {
  const path = join(folder, 'data.mdb');
  if (!existsSync(path)) return;
  const file = openSync(path, 'r');
  try {
    const size = fstatSync(file).size;
    if (size === 0) return;
    const first = readMeta(file, 0);
    const second = readMeta(file, first?.pageSize ?? 4096);
    const metas = [first, second].filter((meta) => meta !== null);
    if (metas.length === 0)
      throw new Error(`the data file ${path} is damaged: it has no valid header`);
    const newest = metas.reduce((a, b) => (b.transaction > a.transaction ? b : a));
    const expected = (newest.lastPage + 1) * newest.pageSize;
    // Pages allocated and freed within one commit are never written: they may be missing at the
    // end.
    if (size < expected && !new TreeWalk(file, newest.pageSize, size).endsWithin(newest.roots)) {
      throw new Error(
        `the data file ${path} is torn: it has ${size} of ${expected} bytes, and what it holds lies beyond its end; restore a backup`,
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
  /** Roots of the free list and of the main tree. */
  roots: bigint[];
}

function readMeta(file: number, offset: number): Meta | null {
  const page = Buffer.alloc(HEADER + 136);
  if (readSync(file, page, 0, page.length, offset) < page.length) return null;
  // magic, version, address, map size, then two tree records of 48 bytes, last page, transaction.
  const meta = page.subarray(HEADER);
  if (meta.readUInt32LE(0) !== MAGIC) return null;
  return {
    pageSize: meta.readUInt32LE(24),
    roots: [rootOf(meta.subarray(24)), rootOf(meta.subarray(72))],
    lastPage: Number(meta.readBigUInt64LE(120)),
    transaction: Number(meta.readBigUInt64LE(128)),
  };
}

/** Of a tree record: flags, depth, four counts, root page. */
function rootOf(record: Buffer): bigint {
  return record.readBigUInt64LE(40);
}

/** Reads the pages of trees and subtrees, and checks that all are within the file. */
class TreeWalk {
  constructor(
    private readonly file: number,
    private readonly pageSize: number,
    private readonly size: number,
  ) {}

  endsWithin(roots: readonly bigint[]): boolean {
    try {
      return this.walk(roots);
    } catch (error) {
      // A corrupt page points outside of itself.
      if (error instanceof RangeError) return false;
      throw error;
    }
  }

  private walk(roots: readonly bigint[]): boolean {
    const open = roots.filter((root) => root !== NO_ROOT).map(Number);
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const page = this.read(at);
      if (!page) return false;
      const flags = page.readUInt16LE(18);
      for (const node of nodesOf(page)) {
        if (flags & BRANCH_PAGE) open.push(childOf(node));
        else if (!(flags & LEAF_PAGE) || !this.valueLiesWithin(node, open)) return false;
      }
    }
    return true;
  }

  private valueLiesWithin(node: Buffer, open: number[]): boolean {
    const kind = node.readUInt16LE(4);
    const value = node.subarray(8 + node.readUInt16LE(6));
    if (kind & VALUE_ON_OWN_PAGES) {
      const bytes = HEADER + node.readUInt32LE(0);
      return Number(value.readBigUInt64LE(0)) * this.pageSize + bytes <= this.size;
    }
    if (kind & VALUE_IS_TREE && rootOf(value) !== NO_ROOT) open.push(Number(rootOf(value)));
    return true;
  }

  private read(number: number): Buffer | null {
    const page = Buffer.alloc(this.pageSize);
    const offset = number * this.pageSize;
    return readSync(this.file, page, 0, this.pageSize, offset) === this.pageSize ? page : null;
  }
}

/** Each node from its header on: size of its value (4), flags (2), size of its key (2), key, value. */
function* nodesOf(page: Buffer): Generator<Buffer> {
  const count = page.readUInt16LE(20) >> 1;
  for (let i = 0; i < count; i++) yield page.subarray(HEADER + page.readUInt16LE(HEADER + 2 * i));
}

/** The child page of a branch node: its number is stored in place of size and flags. */
function childOf(node: Buffer): number {
  return node.readUInt32LE(0) + node.readUInt16LE(4) * 2 ** 32;
}
