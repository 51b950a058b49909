import { promisify } from 'node:util';
import { deflateRaw, inflateRaw, inflateRawSync } from 'node:zlib';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Ends the text of each row; no text has it. */
const ROW_END = '\u0001';
/** Bytes that say how long the packed texts are. */
const LENGTH_BYTES = 4;
/** What a row takes in memory beside its text, roughly. */
const BYTES_OF_HEAD = 450;

/** A document as the index holds it. */
export interface TextRow<Facts = unknown> {
  id: string;
  /** Its place in the order of results, before the id. */
  key: string;
  /** Its folded text. */
  text: string;
  /** What filters look at; plain JSON. */
  facts: Facts;
}

/** A place in the order of results. */
export type Place = Pick<TextRow, 'key' | 'id'>;

export function comparePlaces(one: Place, other: Place): number {
  if (one.key !== other.key) return one.key < other.key ? -1 : 1;
  return one.id === other.id ? 0 : one.id < other.id ? -1 : 1;
}

/**
 * Rows in order: the texts as one string, and the rest as JSON, compressed each for itself. UTF-16
 * needs no decoding, which took longer than all else.
 */
export async function packRows(rows: readonly TextRow[]): Promise<Buffer> {
  const texts = rows.map(({ text }) => text.replaceAll(ROW_END, ' ') + ROW_END).join('');
  const heads = JSON.stringify(rows.map(({ id, key, facts }) => [id, key, facts]));
  const packed = await Promise.all([deflate(Buffer.from(texts, 'utf16le')), deflate(heads)]);
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(packed[0].length);
  return Buffer.concat([length, ...packed]);
}

/** The rows of a block; all but the texts is unpacked when it is first needed. */
export class BlockBody<Facts> {
  /** Where the text of each row ends in `texts`. */
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

  static async unpack<Facts>(body: Buffer): Promise<BlockBody<Facts>> {
    const headsAt = LENGTH_BYTES + body.readUInt32LE();
    const texts = await inflate(body.subarray(LENGTH_BYTES, headsAt));
    // A copy, or the whole answer of the database would stay in memory.
    const heads = Uint8Array.from(body.subarray(headsAt));
    return new BlockBody<Facts>(texts.toString('utf16le'), heads);
  }

  /** Bytes that it takes in memory, roughly. */
  get bytes(): number {
    return this.texts.length * 2 + this.ends.length * BYTES_OF_HEAD;
  }

  /** Indexes of the rows with one of the spellings, in order. */
  rowsWith(spellings: readonly string[]): number[] {
    if (spellings.length === 1) return this.rowsOf(spellings[0]!);
    const rows = new Set(spellings.flatMap((spelling) => this.rowsOf(spelling)));
    return [...rows].sort((one, other) => one - other);
  }

  textAt(index: number): string {
    return this.texts.slice(index === 0 ? 0 : this.ends[index - 1]! + 1, this.ends[index]);
  }

  headAt(index: number): Omit<TextRow<Facts>, 'text'> {
    if (!this.heads) {
      const json = inflateRawSync(this.packedHeads!).toString('utf8');
      const heads = JSON.parse(json) as [string, string, Facts][];
      this.heads = heads.map(([id, key, facts]) => ({ id, key, facts }));
      this.packedHeads = null;
    }
    return this.heads[index]!;
  }

  rows(): TextRow<Facts>[] {
    return this.ends.map((_, index) => ({ ...this.headAt(index), text: this.textAt(index) }));
  }

  /** One search over all texts, which is several times as fast as one for each row. */
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
