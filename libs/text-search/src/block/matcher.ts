import type { Piece } from '../query/query.rules';
import type { BlockBody } from './block-body';

/** Finds rows that have all pieces. */
export class Matcher {
  constructor(private pieces: readonly Piece[]) {}

  /** Indexes of the rows of a block that match, in their order. */
  rowsOf(body: BlockBody<unknown>): number[] {
    const [first, ...others] = this.pieces;
    let rows = body.rowsWith(first!);
    for (const piece of others) {
      const left = rows.filter((row) => hasOne(body.textAt(row), piece));
      // The rarest piece first, so that the others are searched in few texts.
      if (left.length * 2 < rows.length) {
        this.pieces = [piece, ...this.pieces.filter((one) => one !== piece)];
      }
      rows = left;
    }
    return rows;
  }

  /** Whether a text has all pieces. */
  matches(text: string): boolean {
    return this.pieces.every((piece) => hasOne(text, piece));
  }
}

function hasOne(text: string, spellings: Piece): boolean {
  return spellings.some((spelling) => text.includes(spelling));
}
