import type { Doc } from '../bson/bson-value';
import { conjunctsOf, parseFilter } from '../query/filter-compiler';
import type { FilterNode } from '../query/filter-node';
import { boundsOf } from './index-bounds';

/** The conditions of each partial index's filter. */
const parsed = new WeakMap<Doc, readonly FilterNode[]>();

/** Whether every document that satisfies the conjuncts is in the partial index. */
export function impliedBy(filter: Doc, conjuncts: readonly FilterNode[]): boolean {
  const conditions = parsed.get(filter) ?? conjunctsOf(parseFilter(filter));
  parsed.set(filter, conditions);
  return conditions.every((wanted) => conjuncts.some((given) => implies(given, wanted)));
}

function implies(given: FilterNode, wanted: FilterNode): boolean {
  if (wanted.kind !== 'leaf') return false;
  const { path, operator, operand } = wanted;
  if (operator === '$exists') return impliesPresence(given, path);
  if (operator === '$type')
    return (
      given.kind === 'leaf' &&
      given.path === path &&
      given.operator === '$type' &&
      given.operand === operand
    );
  const inner = boundsOf(given, path, false);
  const outer = inner && boundsOf(wanted, path, false);
  if (!inner || !outer?.exact) return false;
  // The inner bounds need not be exact: being inside the outer ones suffices.
  return inner.intervals.every((interval) =>
    outer.intervals.some(
      (other) =>
        Buffer.compare(other.low, interval.low) <= 0 &&
        Buffer.compare(interval.high, other.high) <= 0,
    ),
  );
}

/** Whether no document without the field satisfies the condition. */
export function impliesPresence(node: FilterNode, path: string): boolean {
  switch (node.kind) {
    case 'leaf':
      return node.path === path && !node.matches(new Map());
    case 'and':
      return node.children.some((child) => impliesPresence(child, path));
    case 'or':
      return node.children.every((child) => impliesPresence(child, path));
    case 'not':
      return false;
  }
}
