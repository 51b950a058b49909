import { readSync } from 'node:fs';

const MAGIC = 0xbeefc0de;
/** Bytes before the content of each page. */
export const HEADER = 24;

interface Meta {
  readonly pageSize: number;
  readonly lastPage: number;
  readonly transaction: number;
  /** Records of the free list and of the main tree. */
  readonly trees: readonly Buffer[];
}

/** The newer of the two states that LMDB's data file names at its start; null without a valid one. */
export function newestState(file: number): Meta | null {
  const first = readMeta(file, 0);
  const second = readMeta(file, first?.pageSize ?? 4096);
  if (!first || !second) return first ?? second;
  return second.transaction > first.transaction ? second : first;
}

function readMeta(file: number, offset: number): Meta | null {
  const page = Buffer.alloc(HEADER + 136);
  if (readSync(file, page, 0, page.length, offset) < page.length) return null;
  // magic, version, address, map size, then two tree records of 48 bytes, last page, transaction.
  const meta = page.subarray(HEADER);
  if (meta.readUInt32LE(0) !== MAGIC) return null;
  return {
    pageSize: meta.readUInt32LE(24),
    trees: [meta.subarray(24, 72), meta.subarray(72, 120)],
    lastPage: Number(meta.readBigUInt64LE(120)),
    transaction: Number(meta.readBigUInt64LE(128)),
  };
}

/** The root page in a tree record (flags, depth, four counts, root page); null for an empty tree. */
export function rootOf(record: Buffer): number | null {
  const root = record.readBigUInt64LE(40);
  return root === 0xffff_ffff_ffff_ffffn ? null : Number(root);
}

/** A node of a page: in a leaf an entry, in a branch a child. */
interface Node {
  /** The page of a child. */
  readonly child: number;
  /** Of an entry: whether its value lies on pages of its own, or is the record of a tree. */
  readonly valueIs: 'here' | 'elsewhere' | 'tree';
  readonly valueBytes: number;
  readonly value: Buffer;
}

/** Reads pages of an open data file. */
export class Pages {
  constructor(
    private readonly file: number,
    readonly pageSize: number,
  ) {}

  /** The nodes of a page; null beyond the end of the file. */
  read(number: number): { kind: 'branch' | 'leaf' | 'other'; nodes: Node[] } | null {
    const page = Buffer.alloc(this.pageSize);
    const offset = number * this.pageSize;
    if (readSync(this.file, page, 0, this.pageSize, offset) < this.pageSize) return null;
    const flags = page.readUInt16LE(18);
    const count = page.readUInt16LE(20) >> 1;
    const nodes = Array.from({ length: count }, (_, i) =>
      nodeOf(page.subarray(HEADER + page.readUInt16LE(HEADER + 2 * i))),
    );
    return { kind: flags & 1 ? 'branch' : flags & 2 ? 'leaf' : 'other', nodes };
  }
}

/** From its header on: size of its value (4), flags (2), size of its key (2), key, value. */
function nodeOf(bytes: Buffer): Node {
  const flags = bytes.readUInt16LE(4);
  return {
    // In a branch, the number of the page is stored in place of size and flags.
    child: bytes.readUInt32LE(0) + flags * 2 ** 32,
    valueIs: flags & 1 ? 'elsewhere' : flags & 2 ? 'tree' : 'here',
    valueBytes: bytes.readUInt32LE(0),
    value: bytes.subarray(8 + bytes.readUInt16LE(6)),
  };
}
