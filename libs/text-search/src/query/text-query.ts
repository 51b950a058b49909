import type { Place, TextRow } from '../block/block-body';
import type { Piece } from './query.rules';

/** A row without its text. */
export type RowHead<Facts> = Omit<TextRow<Facts>, 'text'>;

/** A query of the index. */
export interface TextQuery<Facts> {
  pieces: readonly Piece[];
  /** Filter on rows besides their text. */
  accepts?: (row: RowHead<Facts>) => boolean;
  /** 1: ascending keys; -1: descending. */
  direction: 1 | -1;
  /** Start after this position. */
  after?: Place;
  /** End before this position. */
  until?: Place;
  skip?: number;
  limit: number;
  /** Count matches up to here, including `limit` and `skip`. */
  countLimit: number;
  /** Time in ms after which only a few pages are counted; default: count all. */
  countFor?: number;
}

export interface TextAnswer<Facts> {
  rows: RowHead<Facts>[];
  /** Number of matches, as far as counted. */
  total: number;
  /** Whether all matches were counted. */
  exact: boolean;
}
