import { promisify } from 'node:util';
import { deflateRaw, inflateRaw, inflateRawSync } from 'node:zlib';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Terminates the text of each row; never part of a text. */
const ROW_END = '\u0001';
/** Bytes of the length prefix of the packed texts. */
const LENGTH_BYTES = 4;
/** Approximate memory of a row without its text. */
const BYTES_OF_HEAD = 450;

/** A row of the index. */
export interface TextRow<Facts = unknown> {
  id: string;
  /** Sort key of the results, before the id. */
  key: string;
  /** Its folded text. */
  text: string;
  /** Data for filters; plain JSON. */
  facts: Facts;
}

/** A position in the order of results. */
export type Place = Pick<TextRow, 'key' | 'id'>;

/** Order of rows in blocks: by key, then by id. */
export function comparePlaces(one: Place, other: Place): number {
  if (one.key !== other.key) return one.key < other.key ? -1 : 1;
  return one.id === other.id ? 0 : one.id < other.id ? -1 : 1;
}

/**
 * Packs rows in order: the texts as one string, the rest as JSON, each compressed. UTF-16, because
 * decoding UTF-8 took longer than everything else.
 */
export async function packRows(rows: readonly TextRow[]): Promise<Buffer> {
  const texts = rows.map(({ text }) => text.replaceAll(ROW_END, ' ') + ROW_END).join('');
  const heads = JSON.stringify(rows.map(({ id, key, facts }) => [id, key, facts]));
  const packed = await Promise.all([deflate(Buffer.from(texts, 'utf16le')), deflate(heads)]);
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(packed[0].length);
  return Buffer.concat([length, ...packed]);
}

/** The rows of a block; everything but the texts is unpacked on first use. */
export class BlockBody<Facts> {
  /** End of each row's text in `texts`. */
  private readonly ends: readonly number[];
  private heads: Omit<TextRow<Facts>, 'text'>[] | null = null;

  private constructor(
    private readonly texts: string,
    private packedHeads: Uint8Array | null,
  ) {
    const ends: number[] = [];
    for (let end = texts.indexOf(ROW_END); end !== -1; end = texts.indexOf(ROW_END, end + 1)) {
      ends.push(end);
    }
    this.ends = ends;
  }

  /** Decompresses the texts; the other data only when they are needed. */
  static async unpack<Facts>(body: Buffer): Promise<BlockBody<Facts>> {
    const headsAt = LENGTH_BYTES + body.readUInt32LE();
    const texts = await inflate(body.subarray(LENGTH_BYTES, headsAt));
    // A copy; a view would keep the whole database reply in memory.
    const heads = Uint8Array.from(body.subarray(headsAt));
    return new BlockBody<Facts>(texts.toString('utf16le'), heads);
  }

  /** Approximate memory in bytes. */
  get bytes(): number {
    return this.texts.length * 2 + this.ends.length * BYTES_OF_HEAD;
  }

  /** Indexes of the rows that contain one of the spellings, in order. */
  rowsWith(spellings: readonly string[]): number[] {
    if (spellings.length === 1) return this.rowsOf(spellings[0]!);
    const rows = new Set(spellings.flatMap((spelling) => this.rowsOf(spelling)));
    return [...rows].sort((one, other) => one - other);
  }

  /** The text of a row. */
  textAt(index: number): string {
    return this.texts.slice(index === 0 ? 0 : this.ends[index - 1]! + 1, this.ends[index]);
  }

  /** Id, key and facts of a row. */
  headAt(index: number): Omit<TextRow<Facts>, 'text'> {
    if (!this.heads) {
      const json = inflateRawSync(this.packedHeads!).toString('utf8');
      const heads = JSON.parse(json) as [string, string, Facts][];
      this.heads = heads.map(([id, key, facts]) => ({ id, key, facts }));
      this.packedHeads = null;
    }
    return this.heads[index]!;
  }

  /** All rows, in order. */
  rows(): TextRow<Facts>[] {
    return this.ends.map((_, index) => ({ ...this.headAt(index), text: this.textAt(index) }));
  }

  /** One search over all texts is several times as fast as one per row. */
  private rowsOf(spelling: string): number[] {
    const rows: number[] = [];
    let row = 0;
    let at = this.texts.indexOf(spelling);
    while (at !== -1) {
      while (this.ends[row]! < at) row += 1;
      rows.push(row);
      at = this.texts.indexOf(spelling, this.ends[row]! + 1);
    }
    return rows;
  }
}
