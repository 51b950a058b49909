import {
  BSON_UNDEFINED,
  BSONRegExp,
  Decimal128,
  MaxKey,
  MinKey,
  type Value,
} from '../bson/bson-value';
import { decimalOf } from '../bson/decimal-number';
import { encodeKeyComponent } from '../bson/key-bytes.codec';
import { TypeClass, typeClass } from '../bson/value-comparator';
import type { FilterNode } from '../query/filter-node';
import { literalPrefix } from '../query/pattern';

/** Key components from `low` (inclusive) to `high` (exclusive), as bytes of an ascending field. */
export interface Interval {
  readonly low: Buffer;
  readonly high: Buffer;
  /** Whether it contains exactly one value. */
  readonly point: boolean;
}

export interface Bounds {
  /** Sorted and disjoint. */
  readonly intervals: readonly Interval[];
  /** Whether a component is in the intervals exactly when the condition holds. */
  readonly exact: boolean;
}

const LOWEST: Buffer = Buffer.from([0x01]);
const HIGHEST: Buffer = Buffer.from([0xfe]);
export const FULL: Bounds = {
  intervals: [{ low: LOWEST, high: HIGHEST, point: false }],
  exact: true,
};

export function isFull(bounds: Bounds): boolean {
  const first = bounds.intervals[0];
  return bounds.intervals.length === 1 && first!.low.equals(LOWEST) && first!.high.equals(HIGHEST);
}

/** The smallest bytes above everything that starts with `bytes`. */
export function increment(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0xff) end--;
  const result = Buffer.from(bytes.subarray(0, end));
  result[end - 1]!++;
  return result;
}

function point(value: Value): Interval {
  const low = encodeKeyComponent(value);
  return { low, high: increment(low), point: true };
}

function classRange(kind: TypeClass): Interval {
  return { low: Buffer.from([kind]), high: Buffer.from([kind + 1]), point: false };
}

const NULLISH: Interval = {
  low: Buffer.from([TypeClass.Undefined]),
  high: Buffer.from([TypeClass.Null + 1]),
  point: false,
};

function isNaNValue(value: Value): boolean {
  return Number.isNaN(value) || (value instanceof Decimal128 && decimalOf(value).kind === 'nan');
}

/**
 * Key components of `path` that matching documents can have; null if the node says nothing about
 * the path. `multikey`: documents may have several components for the path.
 */
export function boundsOf(node: FilterNode, path: string, multikey: boolean): Bounds | null {
  switch (node.kind) {
    case 'leaf':
      return node.path === path ? boundsOfLeaf(node.operator, node.operand, multikey) : null;
    case 'and': {
      let result: Bounds | null = null;
      let others = false;
      for (const child of node.children) {
        const bounds = boundsOf(child, path, multikey);
        if (!bounds) others = true;
        else if (!result) result = bounds;
        // Different elements may satisfy different conditions, so two conditions do not narrow each
        // other.
        else if (multikey) {
          others = true;
          if (isTighter(bounds, result)) result = bounds;
        } else result = intersect(result, bounds);
      }
      return result && { intervals: result.intervals, exact: result.exact && !others };
    }
    case 'or': {
      let result: Bounds | null = null;
      for (const child of node.children) {
        const bounds = boundsOf(child, path, multikey);
        if (!bounds) return null;
        result = result ? union(result, bounds) : bounds;
      }
      return result;
    }
    case 'not': {
      if (multikey) return null;
      const bounds = boundsOf(node.child, path, false);
      if (!bounds?.exact) return null;
      return { intervals: complement(bounds.intervals), exact: true };
    }
    case 'element': {
      const prefix = `${node.path}.`;
      if (!path.startsWith(prefix)) return null;
      const bounds = boundsOf(node.child, path.slice(prefix.length), multikey);
      return bounds && { intervals: bounds.intervals, exact: false };
    }
    case 'elementValue': {
      if (node.path !== path) return null;
      let result: Bounds | null = null;
      for (const leaf of node.leaves) {
        const bounds = boundsOf(leaf, path, multikey);
        if (bounds) result = result ? intersect(result, bounds) : bounds;
      }
      return result && { intervals: result.intervals, exact: false };
    }
    default:
      return null;
  }
}

function boundsOfLeaf(operator: string, operand: Value, multikey: boolean): Bounds | null {
  switch (operator) {
    case '$eq':
      return boundsOfEquality(operand, multikey);
    case '$in': {
      let result: Bounds = { intervals: [], exact: true };
      const values = operand as Value[];
      const points: Interval[] = [];
      for (const value of values) {
        if (value !== null && !Array.isArray(value) && !(value instanceof BSONRegExp))
          points.push(point(value));
        else {
          result = union(
            result,
            value instanceof BSONRegExp
              ? boundsOfPattern(value)
              : boundsOfEquality(value, multikey),
          );
        }
      }
      return union(result, { intervals: normalise(points), exact: true });
    }
    case '$regex':
      return boundsOfPattern(operand as BSONRegExp);
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return boundsOfRange(operator, operand, multikey);
    default:
      return null;
  }
}

function boundsOfEquality(operand: Value, multikey: boolean): Bounds {
  if (operand === null) return { intervals: [NULLISH], exact: !multikey };
  if (Array.isArray(operand)) {
    const first = operand.length === 0 ? BSON_UNDEFINED : operand[0]!;
    return { intervals: normalise([point(first), point(operand)]), exact: false };
  }
  return { intervals: [point(operand)], exact: true };
}

function boundsOfPattern(operand: BSONRegExp): Bounds {
  const itself = point(operand);
  const literal = literalPrefix(operand.pattern, operand.options);
  if (!literal || literal.prefix === '') {
    return { intervals: normalise([classRange(TypeClass.String), itself]), exact: false };
  }
  const whole = encodeKeyComponent(literal.prefix);
  const low = whole.subarray(0, whole.length - 2);
  const range = { low, high: increment(low), point: false };
  return { intervals: normalise([range, itself]), exact: literal.exact };
}

function boundsOfRange(operator: string, operand: Value, multikey: boolean): Bounds | null {
  const inclusive = operator === '$gte' || operator === '$lte';
  if (operand === null)
    return inclusive ? boundsOfEquality(null, multikey) : { intervals: [], exact: true };
  if (operand instanceof MinKey || operand instanceof MaxKey || Array.isArray(operand)) return null;
  if (isNaNValue(operand))
    return inclusive ? boundsOfEquality(operand, multikey) : { intervals: [], exact: true };
  const kind = typeClass(operand);
  const low = kind === TypeClass.Number ? encodeKeyComponent(-Infinity) : Buffer.from([kind]);
  const high = Buffer.from([kind + 1]);
  const at = encodeKeyComponent(operand);
  const above = increment(at);
  switch (operator) {
    case '$gt':
      return { intervals: keepNonEmpty({ low: above, high, point: false }), exact: true };
    case '$gte':
      return { intervals: [{ low: at, high, point: false }], exact: true };
    case '$lt':
      return { intervals: keepNonEmpty({ low, high: at, point: false }), exact: true };
    default:
      return { intervals: [{ low, high: above, point: false }], exact: true };
  }
}

function keepNonEmpty(interval: Interval): Interval[] {
  return Buffer.compare(interval.low, interval.high) < 0 ? [interval] : [];
}

/** Sorts and joins intervals that overlap. */
function normalise(intervals: Interval[]): Interval[] {
  if (intervals.length < 2) return intervals;
  intervals.sort((a, b) => Buffer.compare(a.low, b.low) || Buffer.compare(a.high, b.high));
  const result: Interval[] = [];
  for (const interval of intervals) {
    const previous = result[result.length - 1];
    if (previous && Buffer.compare(interval.low, previous.high) < 0) {
      if (Buffer.compare(interval.high, previous.high) > 0) {
        result[result.length - 1] = { low: previous.low, high: interval.high, point: false };
      }
    } else result.push(interval);
  }
  return result;
}

function union(a: Bounds, b: Bounds): Bounds {
  return { intervals: normalise([...a.intervals, ...b.intervals]), exact: a.exact && b.exact };
}

export function intersect(a: Bounds, b: Bounds): Bounds {
  const result: Interval[] = [];
  let i = 0;
  let j = 0;
  while (i < a.intervals.length && j < b.intervals.length) {
    const x = a.intervals[i]!;
    const y = b.intervals[j]!;
    const low = Buffer.compare(x.low, y.low) >= 0 ? x.low : y.low;
    const high = Buffer.compare(x.high, y.high) <= 0 ? x.high : y.high;
    if (Buffer.compare(low, high) < 0) {
      result.push({
        low,
        high,
        point:
          (x.point && low === x.low && high.equals(x.high)) ||
          (y.point && low === y.low && high.equals(y.high)),
      });
    }
    if (Buffer.compare(x.high, y.high) <= 0) i++;
    else j++;
  }
  return { intervals: result, exact: a.exact && b.exact };
}

function complement(intervals: readonly Interval[]): Interval[] {
  const result: Interval[] = [];
  let low = LOWEST;
  for (const interval of intervals) {
    if (Buffer.compare(low, interval.low) < 0)
      result.push({ low, high: interval.low, point: false });
    low = interval.high;
  }
  if (Buffer.compare(low, HIGHEST) < 0) result.push({ low, high: HIGHEST, point: false });
  return result;
}

/** Whether bounds are likely to read less, judging by their form. */
export function isTighter(a: Bounds, b: Bounds): boolean {
  const pointsOf = (bounds: Bounds): boolean =>
    bounds.intervals.every((interval) => interval.point);
  if (pointsOf(a) !== pointsOf(b)) return pointsOf(a);
  if (pointsOf(a)) return a.intervals.length < b.intervals.length;
  return false;
}

/** The same interval over the complemented bytes of a descending field. */
export function descendingInterval(interval: Interval): Interval {
  return {
    low: increment(flip(interval.high)),
    high: increment(flip(interval.low)),
    point: interval.point,
  };
}

/** The bytes with every bit turned, shared by bounds of descending fields. */
function flip(bytes: Buffer): Buffer {
  const result = Buffer.allocUnsafe(bytes.length);
  for (let i = 0; i < bytes.length; i++) result[i] = ~bytes[i]!;
  return result;
}
