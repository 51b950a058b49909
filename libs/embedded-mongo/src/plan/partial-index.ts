import { Int32, type Doc, type Value } from '../bson/bson-value';
import type { FilterNode } from '../query/filter-node';
import { boundsOf, intersect, type Bounds } from './index-bounds';

/** Whether every document that satisfies the conjuncts is in the partial index. */
export function impliedBy(filter: Doc, conjuncts: readonly FilterNode[]): boolean {
  for (const [path, condition] of filter) {
    if (path === '$and') {
      if (!(condition as Doc[]).every((part) => impliedBy(part, conjuncts))) return false;
      continue;
    }
    if (path.startsWith('$')) return false;
    const wanted = partialBounds(path, condition);
    if (!wanted) return false;
    const implied = conjuncts.some((node) => {
      if (wanted === 'exists') {
        if (node.kind === 'leaf' && node.path === path) {
          if (node.operator === '$exists') return true;
          if (node.operator === '$in') return !(node.operand as Value[]).includes(null);
          return node.operand !== null && node.operator !== '$elemMatch';
        }
        return node.kind === 'element' && node.path === path;
      }
      const found = boundsOf(node, path, false);
      if (!found)
        return (
          node.kind === 'leaf' &&
          node.path === path &&
          node.operator === '$type' &&
          sameType(condition, node.operand)
        );
      // Exactness is not needed: being inside the bounds suffices.
      return node.kind === 'leaf' || node.kind === 'or' ? isInside(found, wanted) : false;
    });
    if (!implied) return false;
  }
  return true;
}

function sameType(condition: Value, operand: Value): boolean {
  return condition instanceof Map && condition.get('$type') === operand;
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

/** The bounds of a partial filter's condition on a path. */
function partialBounds(path: string, condition: Value): Bounds | 'exists' | null {
  const leaf = (operator: string, operand: Value): Bounds | null =>
    boundsOf(
      { kind: 'leaf', path, operator: operator as never, operand, matches: () => true },
      path,
      false,
    );
  if (!(condition instanceof Map) || !String(condition.keys().next().value).startsWith('$'))
    return leaf('$eq', condition);
  let result: Bounds | null = null;
  for (const [operator, operand] of condition) {
    if (operator === '$exists') {
      if (operand === false || (operand instanceof Int32 && operand.value === 0)) return null;
      if (condition.size === 1) return 'exists';
      continue;
    }
    if (operator === '$type') return condition.size === 1 ? { intervals: [], exact: false } : null;
    const bounds = leaf(operator, operand);
    if (!bounds) return null;
    result = result ? intersect(result, bounds) : bounds;
  }
  return result;
}
