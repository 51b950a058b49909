import { Int32, type Doc, type Value } from '../bson/bson-value';
import type { FilterNode } from '../query/filter-node';
import { boundsOf, boundsOfLeaf, intersect, type Bounds } from './index-bounds';

/** Whether every document that satisfies the conjuncts is in the partial index. */
export function impliedBy(filter: Doc, conjuncts: readonly FilterNode[]): boolean {
  for (const [path, condition] of filter) {
    const wanted = partialBounds(condition);
    if (!wanted) return false;
    const implied = conjuncts.some((node) => {
      if (wanted === 'exists') {
        if (node.kind !== 'leaf' || node.path !== path) return false;
        if (node.operator === '$exists') return true;
        if (node.operator === '$in') return !(node.operand as Value[]).includes(null);
        return node.operand !== null;
      }
      const found = boundsOf(node, path, false);
      if (!found) {
        if (node.kind !== 'leaf' || node.path !== path || node.operator !== '$type') return false;
        return condition instanceof Map && condition.get('$type') === node.operand;
      }
      // Exactness is not needed: being inside the bounds suffices.
      return node.kind === 'leaf' || node.kind === 'or' ? isInside(found, wanted) : false;
    });
    if (!implied) return false;
  }
  return true;
}

function isInside(inner: Bounds, outer: Bounds): boolean {
  return inner.intervals.every((interval) =>
    outer.intervals.some(
      (other) =>
        Buffer.compare(other.low, interval.low) <= 0 &&
        Buffer.compare(interval.high, other.high) <= 0,
    ),
  );
}

/** The bounds of a partial filter's condition on a field. */
function partialBounds(condition: Value): Bounds | 'exists' | null {
  if (!(condition instanceof Map) || !String(condition.keys().next().value).startsWith('$'))
    return boundsOfLeaf('$eq', condition, false);
  let result: Bounds | null = null;
  for (const [operator, operand] of condition) {
    if (operator === '$exists') {
      if (operand === false || (operand instanceof Int32 && operand.value === 0)) return null;
      if (condition.size === 1) return 'exists';
      continue;
    }
    if (operator === '$type') return condition.size === 1 ? { intervals: [], exact: false } : null;
    const bounds = boundsOfLeaf(operator, operand, false);
    if (!bounds) return null;
    result = result ? intersect(result, bounds) : bounds;
  }
  return result;
}
