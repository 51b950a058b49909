import type { RangeOptions } from 'lmdb';

/**
 * A walk over the keys of a tree between two bounds. Neither bound is ever a complete key, so both
 * are exclusive.
 */
export interface KeyRange {
  readonly low: Buffer;
  readonly high: Buffer;
}

export const EMPTY = Buffer.alloc(0);

/** The options of LMDB for a walk; `after` itself is part of it. */
export function boundsOf(
  range: KeyRange,
  reverse: boolean,
  after: Buffer | undefined,
): RangeOptions {
  return reverse
    ? { start: after ?? range.high, end: range.low, reverse: true }
    : { start: after ?? range.low, end: range.high };
}
