import { BSON_UNDEFINED, type Value } from '../bson/bson-value';
import { encodeKeyComponent, inverted } from '../bson/key-bytes-codec';
import { TypeClass, typeClass } from '../bson/type-class';
import type { FilterNode } from '../query/filter-node';

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

/** Whether the bounds include every key. */
export function isFull(bounds: Bounds): boolean {
  const first = bounds.intervals[0];
  return bounds.intervals.length === 1 && first!.low.equals(LOWEST) && first!.high.equals(HIGHEST);
}

/** Whether the bounds are single values. */
export function arePoints(bounds: Bounds): boolean {
  return bounds.intervals.every((interval) => interval.point);
}

/** Whether the bounds are one value. */
export function isPoint(bounds: Bounds): boolean {
  return bounds.intervals.length === 1 && bounds.intervals[0]!.point;
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

/**
 * Key components of `path` that matching documents can have; null if the node says nothing about
 * the path. `multikey`: documents may have several components for the path.
 */
export function boundsOf(node: FilterNode, path: string, multikey: boolean): Bounds | null {
  switch (node.kind) {
    case 'leaf':
      return node.path === path ? boundsOfLeaf(node.operator, node.operand, multikey) : null;
    case 'and': {
      const { bounds, decided } = boundsOfAll(node.children, path, multikey);
      return bounds && { ...bounds, exact: decided.length === node.children.length };
    }
    case 'or': {
      const each = node.children.map((child) => boundsOf(child, path, multikey));
      const bounded = each.filter((bounds) => bounds !== null);
      return bounded.length === each.length ? union(bounded) : null;
    }
    case 'not':
      return null;
  }
}

/**
 * The bounds of `path` for conditions that must all hold, and those conditions that they decide;
 * null if none says anything about the path.
 */
export function boundsOfAll(
  nodes: readonly FilterNode[],
  path: string,
  multikey: boolean,
): { bounds: Bounds | null; decided: readonly FilterNode[] } {
  let bounds: Bounds | null = null;
  let decided: FilterNode[] = [];
  for (const node of nodes) {
    const found = boundsOf(node, path, multikey);
    if (!found) continue;
    // Different elements may satisfy different conditions, so these do not narrow each other.
    if (bounds && multikey && !isTighter(found, bounds)) continue;
    if (multikey) decided = [];
    bounds = bounds && !multikey ? intersect(bounds, found) : found;
    if (found.exact) decided.push(node);
  }
  return { bounds, decided };
}

/** Key components that satisfy a condition; null when it does not bound them. */
function boundsOfLeaf(operator: string, operand: Value, multikey: boolean): Bounds | null {
  switch (operator) {
    case '$eq':
      return boundsOfEquality(operand, multikey);
    case '$in':
      return union((operand as Value[]).map((value) => boundsOfEquality(value, multikey)));
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
  // Two points, so that an index gives the order of its next fields.
  if (operand === null) {
    return { intervals: [point(BSON_UNDEFINED), point(null)], exact: !multikey };
  }
  if (Array.isArray(operand)) {
    const first = operand.length === 0 ? BSON_UNDEFINED : operand[0]!;
    return { intervals: normalise([point(first), point(operand)]), exact: false };
  }
  return { intervals: [point(operand)], exact: true };
}

function boundsOfRange(operator: string, operand: Value, multikey: boolean): Bounds | null {
  const inclusive = operator === '$gte' || operator === '$lte';
  if (Array.isArray(operand)) return null;
  if (operand === null || Number.isNaN(operand))
    return inclusive ? boundsOfEquality(operand, multikey) : { intervals: [], exact: true };
  const kind = typeClass(operand);
  const lowest = kind === TypeClass.Number ? encodeKeyComponent(-Infinity) : Buffer.from([kind]);
  const at = encodeKeyComponent(operand);
  const isUpper = operator === '$lt' || operator === '$lte';
  // Above the operand for `$gt` and `$lte`, at it for `$gte` and `$lt`.
  const edge = inclusive === isUpper ? increment(at) : at;
  const low = isUpper ? lowest : edge;
  const high = isUpper ? edge : Buffer.from([kind + 1]);
  const isEmpty = Buffer.compare(low, high) >= 0;
  return { intervals: isEmpty ? [] : [{ low, high, point: false }], exact: true };
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

function union(bounds: readonly Bounds[]): Bounds {
  const intervals = normalise(bounds.flatMap((each) => each.intervals));
  return { intervals, exact: bounds.every((each) => each.exact) };
}

/** Keys within both bounds. */
function intersect(a: Bounds, b: Bounds): Bounds {
  const result: Interval[] = [];
  let i = 0;
  let j = 0;
  while (i < a.intervals.length && j < b.intervals.length) {
    const x = a.intervals[i]!;
    const y = b.intervals[j]!;
    const low = Buffer.compare(x.low, y.low) >= 0 ? x.low : y.low;
    const high = Buffer.compare(x.high, y.high) <= 0 ? x.high : y.high;
    if (Buffer.compare(low, high) < 0) {
      // No interval begins or ends within a point.
      result.push({ low, high, point: x.point || y.point });
    }
    if (Buffer.compare(x.high, y.high) <= 0) i++;
    else j++;
  }
  return { intervals: result, exact: a.exact && b.exact };
}

/** Whether bounds are likely to read less, judging by their form. */
function isTighter(a: Bounds, b: Bounds): boolean {
  if (arePoints(a) !== arePoints(b)) return arePoints(a);
  return arePoints(a) && a.intervals.length < b.intervals.length;
}

/** The same interval over the complemented bytes of a descending field. */
export function descendingInterval(interval: Interval): Interval {
  return {
    low: increment(inverted(interval.high)),
    high: increment(inverted(interval.low)),
    point: interval.point,
  };
}
