import type { Value } from '../bson/bson-value';
import { valuesEqual } from '../bson/value-comparator';
import { badValue } from '../mongo-error';
import { andOf, conjunctsOf } from '../query/filter-compiler';
import type { FilterNode } from '../query/filter-node';
import type { KeyField } from '../query/key-values';
import type { CollectionMeta, IndexMeta } from '../storage/catalog';
import type { KeyRange } from '../storage/key-range';
import { arePoints, boundsOfAll, FULL, isFull, isPoint, type Bounds } from './index-bounds';
import { impliedBy, impliesPresence } from './partial-index';
import { arraysOf, sortOrder } from './plan-order';
import { buildRanges } from './plan-ranges';

export interface IndexPlan {
  readonly kind: 'index';
  readonly index: IndexMeta;
  /** Key ranges in index order. */
  readonly ranges: readonly KeyRange[];
  readonly reverse: boolean;
  /** Length of the fixed prefix of each range's keys, when ranges are merged by what follows. */
  readonly merge: readonly number[] | null;
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
  | IndexPlan;

export interface PlanRequest {
  readonly filter: FilterNode;
  readonly sort: readonly KeyField[];
  /** Name or key pattern. */
  readonly hint?: Value;
  /** Most documents wanted (skip plus limit), 0 for all. */
  readonly limit: number;
}

/** All plans for the request, the collection scan last. */
export function enumeratePlans(collection: CollectionMeta, request: PlanRequest): Plan[] {
  const conjuncts = conjunctsOf(request.filter);
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
  if (!hinted) plans.push(scan);
  return plans;
}

function isAboutId(node: FilterNode): boolean {
  return node.kind === 'leaf' && node.path === '_id';
}

/**
 * Up to this many `_id`s are looked up without considering other indexes: a trial of these costs as
 * much as the lookups.
 */
const MAX_POINT_IDS = 500;

/** At most one document has a given `_id`. */
function namesFew(bounds: Bounds): boolean {
  return bounds.intervals.length <= MAX_POINT_IDS && arePoints(bounds);
}

/** The index of a hint, its name or its key pattern. @throws MongoError 2 when there is none */
function findHinted(collection: CollectionMeta, hint: Value): IndexMeta {
  const found = collection.indexes.find(
    ({ name, spec, ready }) => ready && (name === hint || valuesEqual(spec.get('key')!, hint)),
  );
  if (found) return found;
  throw badValue(
    'error processing query: planner returned error: hint provided does not correspond to an existing index',
  );
}

function planIndex(
  index: IndexMeta,
  conjuncts: readonly FilterNode[],
  request: PlanRequest,
  hinted: boolean,
): Plan | null {
  const bounds: Bounds[] = [];
  /** Conditions that the bounds of each field decide. */
  const decidedBy: (readonly FilterNode[])[] = [];
  const usedArrays = new Set<string>();
  for (const field of index.fields) {
    const arrays = arraysOf(index, field.path);
    // Conditions on two fields in one array may hold for different elements.
    const isUsable = !arrays.some((array) => usedArrays.has(array));
    const found = boundsOfAll(isUsable ? conjuncts : [], field.path, arrays.length > 0);
    if (found.bounds) for (const array of arrays) usedArrays.add(array);
    decidedBy.push(found.decided);
    bounds.push(found.bounds ?? FULL);
  }
  if (bounds.some((bound) => bound.intervals.length === 0)) return { kind: 'empty', sorted: true };
  if (
    index.sparse &&
    !hinted &&
    !index.fields.some(({ path }) => conjuncts.some((node) => impliesPresence(node, path)))
  )
    return null;
  const order = sortOrder(index, bounds, request.sort);
  if (isFull(bounds[0]!) && (!order || request.sort.length === 0) && !hinted) return null;
  const { ranges, prefixes, decidedFields } = buildRanges(index, bounds);
  // Shortened keys decide nothing.
  const covered = new Set(index.long ? [] : decidedBy.slice(0, decidedFields).flat());
  const rest = conjuncts.filter((node) => !covered.has(node));
  return {
    kind: 'index',
    index,
    ranges,
    reverse: order?.reverse ?? false,
    merge: order?.merge ? prefixes : null,
    residual: rest.length === 0 ? null : andOf(rest),
    sorted: order !== null,
    repeats: index.fields.some(
      (field, i) => arraysOf(index, field.path).length > 0 && !isPoint(bounds[i]!),
    ),
    bounds,
  };
}

/** The leading fields that the plan narrows, and how much: points count more. */
export function boundedFields(plan: IndexPlan): { paths: string[]; score: number } {
  const paths: string[] = [];
  let score = 0;
  for (const [at, bound] of plan.bounds.entries()) {
    if (isFull(bound)) break;
    paths.push(plan.index.fields[at]!.path);
    score += arePoints(bound) ? 2 : 1;
  }
  return { paths, score };
}
