import type { IndexMeta } from '../storage/catalog';
import { MAX_KEY_BYTES, shortenBound } from '../storage/index-keys-extractor';
import type { KeyRange } from '../storage/key-range';
import {
  arePoints,
  descendingInterval,
  increment,
  isFull,
  type Bounds,
  type Interval,
} from './index-bounds';

const MAX_POINT_COMBINATIONS = 500;

/** Whatever follows a prefix: no component and no record begins with the byte ff. */
const ANYTHING = { low: Buffer.alloc(0), high: Buffer.from([0xff]) };

/**
 * Byte ranges of an index for the bounds of its fields. `decidedFields` is the number of leading
 * fields whose bounds the ranges cover.
 */
export function buildRanges(
  index: IndexMeta,
  bounds: readonly Bounds[],
): { ranges: KeyRange[]; prefixes: number[]; decidedFields: number } {
  const id = Buffer.allocUnsafe(4);
  id.writeUInt32BE(index.id, 0);
  let prefixes: Buffer[] = [id];
  let field = 0;
  for (; field < bounds.length; field++) {
    const { intervals } = bounds[field]!;
    if (!arePoints(bounds[field]!)) break;
    if (prefixes.length * intervals.length > MAX_POINT_COMBINATIONS) break;
    const ordered = orient(intervals, index.fields[field]!.descending);
    prefixes = prefixes.flatMap((prefix) =>
      ordered.map((interval) => Buffer.concat([prefix, interval.low])),
    );
  }
  const next = bounds[field];
  const isBounded = next !== undefined && !isFull(next);
  const ordered = isBounded ? orient(next.intervals, index.fields[field]!.descending) : [ANYTHING];
  const tooMany = prefixes.length * ordered.length > MAX_POINT_COMBINATIONS * 20;
  const spans = tooMany
    ? [{ low: ordered[0]!.low, high: ordered[ordered.length - 1]!.high }]
    : ordered;
  const ranges: KeyRange[] = [];
  const lengths: number[] = [];
  for (const prefix of prefixes) {
    for (const span of spans) {
      const low = shorten(Buffer.concat([prefix, span.low]), index);
      const highWhole = Buffer.concat([prefix, span.high]);
      const high = shorten(highWhole, index);
      ranges.push({ low, high: high.length === highWhole.length ? high : increment(high) });
      lengths.push(prefix.length);
    }
  }
  return { ranges, prefixes: lengths, decidedFields: tooMany ? field : field + 1 };
}

/** A bound that is short enough for the tree. */
function shorten(bytes: Buffer, { long }: IndexMeta): Buffer {
  if (long) return bytes.subarray(0, 4 + shortenBound(bytes.subarray(4)).length);
  // No entry is as long: the range stays exact, so that its fields are decided.
  return bytes.subarray(0, 4 + MAX_KEY_BYTES + 16);
}

function orient(intervals: readonly Interval[], descending: boolean): readonly Interval[] {
  return descending ? intervals.map(descendingInterval).reverse() : intervals;
}
