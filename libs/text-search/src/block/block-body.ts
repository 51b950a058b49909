import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

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

/** Rows in order, compressed. */
export function packRows(rows: readonly TextRow[]): Promise<Buffer> {
  const heads = JSON.stringify(rows.map(({ id, key, facts }) => [id, key, facts]));
  return deflate(JSON.stringify([rows.map(({ text }) => text), heads]));
}

/** The rows of a block; all but the texts is parsed when it is first needed. */
export class BlockBody<Facts> {
  readonly texts: readonly string[];
  private heads: string | null;
  private parsed: Omit<TextRow<Facts>, 'text'>[] | null = null;

  private constructor(
    packed: string,
    /** Bytes that it takes in memory, roughly. */
    readonly bytes: number,
  ) {
    [this.texts, this.heads] = JSON.parse(packed) as [string[], string];
  }

  static async unpack<Facts>(body: Uint8Array): Promise<BlockBody<Facts>> {
    const packed = (await inflate(body)).toString('utf8');
    return new BlockBody<Facts>(packed, packed.length * 4);
  }

  headAt(index: number): Omit<TextRow<Facts>, 'text'> {
    if (!this.parsed) {
      const heads = JSON.parse(this.heads!) as [string, string, Facts][];
      this.parsed = heads.map(([id, key, facts]) => ({ id, key, facts }));
      this.heads = null;
    }
    return this.parsed[index]!;
  }

  rows(): TextRow<Facts>[] {
    return this.texts.map((text, index) => ({ ...this.headAt(index), text }));
  }
}
