import { isNumeric, typeName, type Doc, type Value } from '../bson/bson-value';
import { badValue, MongoError } from '../mongo-error';
import type { FilterNode } from '../query/filter-node';
import type { SortField } from '../query/sort-order';
import type { CollectionMeta, IndexMeta } from '../storage/catalog';
import type { KeyRange } from '../storage/lmdb-store';
import {
  boundsOf,
  descendingInterval,
  FULL,
  intersect,
  isFull,
  isTighter,
  type Bounds,
  type Interval,
} from './index-bounds';
import { impliedBy } from './partial-index';
import { arraysOf, sortOrder } from './plan-order';
import { buildRanges } from './plan-ranges';

/** A condition on a later component of the keys in a range. */
export interface KeyFilter {
  readonly field: number;
  readonly intervals: readonly Interval[];
}

export interface IndexPlan {
  readonly kind: 'index';
  readonly index: IndexMeta;
  /** Key ranges in index order. */
  readonly ranges: readonly KeyRange[];
  readonly reverse: boolean;
  /** Length of the fixed prefix of each range's keys, when ranges are merged by what follows. */
  readonly merge: readonly number[] | null;
  readonly keyFilters: readonly KeyFilter[];
  /** Conditions that the keys do not decide; null when they decide all. */
  readonly residual: FilterNode | null;
  /** Whether the walk is in the requested order. */
  readonly sorted: boolean;
  /** Whether a document can occur more than once. */
  readonly repeats: boolean;
  readonly bounds: readonly Bounds[];
}

export type Plan =
  | {
      readonly kind: 'collection';
      readonly residual: FilterNode | null;
      readonly sorted: boolean;
    }
  | { readonly kind: 'empty'; readonly sorted: true }
  | IndexPlan
  | {
      readonly kind: 'union';
      readonly plans: readonly IndexPlan[];
      readonly residual: FilterNode | null;
      readonly sorted: boolean;
    };

export interface PlanRequest {
  readonly filter: FilterNode;
  readonly sort: readonly SortField[];
  /** Name or key pattern. */
  readonly hint?: Value;
  /** Most documents wanted (skip plus limit), 0 for all. */
  readonly limit: number;
}

/** All plans for the request, the collection scan last. */
export function enumeratePlans(collection: CollectionMeta, request: PlanRequest): Plan[] {
  const conjuncts = request.filter.kind === 'and' ? request.filter.children : [request.filter];
  const scan: Plan = {
    kind: 'collection',
    residual: conjuncts.length === 0 ? null : request.filter,
    sorted: request.sort.length === 0,
  };
  const hinted = request.hint === undefined ? null : findHinted(collection, request.hint);
  const plans: Plan[] = [];
  if (!hinted && conjuncts.some(isAboutId)) {
    const plan = planIndex(collection.indexes[0]!, conjuncts, request, false);
    if (plan?.kind === 'empty' || (plan?.kind === 'index' && namesFew(plan.bounds[0]!)))
      return [plan];
  }
  for (const index of hinted ? [hinted] : collection.indexes) {
    if (!index.ready) continue;
    if (!hinted && index.partial && !impliedBy(index.partial.filter, conjuncts)) continue;
    const plan = planIndex(index, conjuncts, request, hinted !== null);
    if (plan) plans.push(plan);
  }
  if (hinted) {
    if (plans.length > 0) return plans;
    throw badValue(
      'error processing query: planner returned error: hint provided does not correspond to a usable index',
    );
  }
  if (
    plans.length === 0 ||
    plans.every((plan) => plan.kind === 'index' && plan.bounds.every(isFull))
  ) {
    const joined = planUnion(collection, conjuncts, request);
    if (joined) plans.push(joined);
  }
  plans.push(scan);
  return plans;
}

function isAboutId(node: FilterNode): boolean {
  return node.kind === 'leaf' && node.path === '_id';
}

/** Up to this many `_id`s are looked up without considering other indexes. */
const MAX_POINT_IDS = 100;

/** At most one document has a given `_id`. */
function namesFew({ intervals }: Bounds): boolean {
  return intervals.length <= MAX_POINT_IDS && intervals.every((interval) => interval.point);
}

/** @throws MongoError 2 when there is no such index. */
export function findHinted(collection: CollectionMeta, hint: Value): IndexMeta {
  const found = collection.indexes.find((index) =>
    typeof hint === 'string'
      ? index.name === hint
      : hint instanceof Map && samePattern(index.spec.get('key') as Doc, hint),
  );
  if (!found) {
    if (typeof hint !== 'string' && !(hint instanceof Map)) {
      throw new MongoError(9, `Hint must be a string or an object, but found ${typeName(hint)}`);
    }
    throw badValue(
      'error processing query: planner returned error: hint provided does not correspond to an existing index',
    );
  }
  return found;
}

export function samePattern(a: Doc, b: Doc): boolean {
  if (a.size !== b.size) return false;
  const others = b.entries();
  for (const [path, direction] of a) {
    const [otherPath, otherDirection] = others.next().value!;
    if (path !== otherPath) return false;
    const same =
      isNumeric(direction) && isNumeric(otherDirection)
        ? Number(direction.toString()) === Number(otherDirection.toString())
        : direction === otherDirection;
    if (!same) return false;
  }
  return true;
}

function planIndex(
  index: IndexMeta,
  conjuncts: readonly FilterNode[],
  request: PlanRequest,
  hinted: boolean,
): Plan | null {
  const covered = new Set<FilterNode>();
  const bounds: Bounds[] = [];
  const usedArrays = new Map<string, FilterNode>();
  for (const field of index.fields) {
    const arrays = arraysOf(index, field.path);
    let chosen: Bounds | null = null;
    let source: FilterNode | null = null;
    const decided: FilterNode[] = [];
    for (const node of conjuncts) {
      const found = boundsOf(node, field.path, arrays.length > 0);
      if (!found) continue;
      if (
        arrays.some(
          (array) =>
            usedArrays.has(array) && (usedArrays.get(array) !== node || node.kind !== 'element'),
        )
      )
        continue;
      if (!chosen) {
        chosen = found;
        source = node;
        if (found.exact) decided.push(node);
      } else if (arrays.length > 0) {
        if (isTighter(found, chosen)) {
          chosen = found;
          source = node;
          decided.length = 0;
          if (found.exact) decided.push(node);
        }
      } else {
        chosen = intersect(chosen, found);
        if (found.exact) decided.push(node);
      }
    }
    if (chosen) {
      for (const array of arrays) usedArrays.set(array, source!);
      for (const node of decided) covered.add(node);
    }
    bounds.push(chosen ?? FULL);
  }
  const anyBound = !isFull(bounds[0]!);
  if (bounds.some((bound) => bound.intervals.length === 0)) return { kind: 'empty', sorted: true };
  if (
    index.sparse &&
    !hinted &&
    !index.fields.some((field, i) => impliesPresence(bounds[i]!, conjuncts, field.path))
  )
    return null;
  const order = sortOrder(index, bounds, request.sort);
  if (!anyBound && (!order || request.sort.length === 0) && !hinted) return null;
  if (index.long) covered.clear();
  const { ranges, prefixes, filterFrom } = buildRanges(index, bounds);
  const keyFilters: KeyFilter[] = [];
  for (let i = filterFrom; i < bounds.length; i++) {
    if (isFull(bounds[i]!)) continue;
    const descending = index.fields[i]!.descending;
    const intervals = descending
      ? bounds[i]!.intervals.map(descendingInterval)
      : bounds[i]!.intervals;
    // Shortened keys have no components to check.
    if (!index.long) keyFilters.push({ field: i, intervals });
  }
  const rest = conjuncts.filter((node) => !covered.has(node));
  const singlePoint = (i: number): boolean =>
    bounds[i]!.intervals.length === 1 && bounds[i]!.intervals[0]!.point;
  return {
    kind: 'index',
    index,
    ranges,
    reverse: order?.reverse ?? false,
    merge: order?.merge ? prefixes : null,
    keyFilters,
    residual:
      rest.length === 0
        ? null
        : rest.length === conjuncts.length
          ? request.filter
          : conjunction(rest),
    sorted: order !== null || request.sort.length === 0,
    repeats: index.fields.some(
      (field, i) => arraysOf(index, field.path).length > 0 && !singlePoint(i),
    ),
    bounds,
  };
}

function conjunction(nodes: readonly FilterNode[]): FilterNode {
  if (nodes.length === 1) return nodes[0]!;
  const matchers = nodes.map((node) => node.matches);
  return {
    kind: 'and',
    children: nodes,
    matches: (document) => matchers.every((matcher) => matcher(document)),
  };
}

const NULL_COMPONENTS = { low: Buffer.from([0x10]), high: Buffer.from([0x19]), point: false };

/**
 * Whether documents without the field are outside the bounds, so that a sparse index is complete.
 */
function impliesPresence(bounds: Bounds, conjuncts: readonly FilterNode[], path: string): boolean {
  if (!isFull(bounds)) {
    return intersect(bounds, { intervals: [NULL_COMPONENTS], exact: true }).intervals.length === 0;
  }
  return conjuncts.some(
    (node) => node.kind === 'leaf' && node.path === path && node.operator === '$exists',
  );
}

/** A plan for each branch of an `$or`, when every branch has an index. */
function planUnion(
  collection: CollectionMeta,
  conjuncts: readonly FilterNode[],
  request: PlanRequest,
): Plan | null {
  const or = conjuncts.find((node) => node.kind === 'or');
  if (!or || or.kind !== 'or') return null;
  const plans: IndexPlan[] = [];
  for (const branch of or.children) {
    const inner = branch.kind === 'and' ? branch.children : [branch];
    let best: IndexPlan | null = null;
    let empty = false;
    for (const index of collection.indexes) {
      if (!index.ready) continue;
      if (index.partial && !impliedBy(index.partial.filter, [...inner, ...conjuncts])) continue;
      const plan = planIndex(index, inner, { filter: branch, sort: [], limit: 0 }, false);
      if (plan?.kind === 'empty') empty = true;
      else if (
        plan?.kind === 'index' &&
        !isFull(plan.bounds[0]!) &&
        (!best || boundedFields(plan) > boundedFields(best))
      )
        best = plan;
    }
    if (empty) continue;
    if (!best) return null;
    plans.push(best);
  }
  const rest = conjuncts.filter((node) => node !== or);
  return {
    kind: 'union',
    plans,
    residual: rest.length === 0 ? null : conjunction(rest),
    sorted: request.sort.length === 0,
  };
}

/** Number of leading fields that the plan narrows; points count more. */
export function boundedFields(plan: IndexPlan): number {
  let score = 0;
  for (const bound of plan.bounds) {
    if (isFull(bound)) break;
    score += bound.intervals.every((interval) => interval.point) ? 2 : 1;
  }
  return score;
}
