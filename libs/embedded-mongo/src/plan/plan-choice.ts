import type { FilterNode } from '../query/filter-node';
import type { Collection } from '../storage/collection';
import type { LmdbStore } from '../storage/lmdb-store';
import {
  boundedFields,
  enumeratePlans,
  type IndexPlan,
  type Plan,
  type PlanRequest,
} from './planner';
import { openWalk } from './record-walk';

/** Most keys read in a trial of a plan. */
const MAX_TRIAL_KEYS = 400;
const MAX_CACHED = 2000;
/** After this many uses a winner is tried again: the data may have changed. */
const TRUSTED_USES = 500;
/** A tie between small sets says little about the query shape. */
const TRUSTED_USES_OF_SMALL_SETS = 25;
const SMALL_SET = 1000;
/** Costs are estimated from a few keys: smaller differences mean nothing. */
const COST_TOLERANCE = 1.1;

interface Winner {
  readonly index: string;
  /** Size of the collection when it won. */
  readonly among: number;
  uses: number;
}

/** Winners by query shape; one map per collection, void when its indexes change. */
const cached = new WeakMap<object, { version: number; winners: Map<string, Winner> }>();

export interface Choice {
  readonly winner: Plan;
  readonly rejected: readonly Plan[];
}

/** The plan that reads the fewest keys, found by trial if several qualify. */
export function choosePlan(
  store: LmdbStore,
  collection: Collection,
  request: PlanRequest,
  remember = true,
): Choice {
  const plans = enumeratePlans(collection.meta, request);
  const winner = choose(store, collection, request, plans, remember);
  return { winner, rejected: plans.filter((plan) => plan !== winner) };
}

function choose(
  store: LmdbStore,
  collection: Collection,
  request: PlanRequest,
  plans: readonly Plan[],
  remember: boolean,
): Plan {
  if (plans.length === 1) return plans[0]!;
  const empty = plans.find((plan) => plan.kind === 'empty');
  if (empty) return empty;
  const indexed = plans.filter((plan): plan is IndexPlan => plan.kind === 'index');
  if (indexed.length === 0) return plans[0]!;
  if (indexed.length === 1) return indexed[0]!;
  const unique = indexed.find((plan) => isSingleKey(plan));
  if (unique) return unique;
  const shape = remember ? shapeOf(request) : '';
  let memory = cached.get(collection.meta);
  if (
    !memory ||
    memory.version !== collection.meta.planVersion ||
    memory.winners.size > MAX_CACHED
  ) {
    memory = { version: collection.meta.planVersion, winners: new Map() };
    cached.set(collection.meta, memory);
  }
  const known = memory.winners.get(shape);
  if (remember && known && isTrusted(known, collection.meta.count)) {
    known.uses++;
    const plan = indexed.find((candidate) => candidate.index.name === known.index);
    if (plan) return plan;
  }
  const costs = indexed.map((plan) => ({ plan, cost: costOf(store, collection, plan, request) }));
  const least = Math.min(...costs.map(({ cost }) => cost));
  const best = costs
    .filter(({ cost }) => cost <= least * COST_TOLERANCE)
    .map(({ plan }) => plan)
    .reduce((one, other) => (isPreferred(other, one) ? other : one));
  if (remember) {
    memory.winners.set(shape, { index: best.index.name, uses: 0, among: collection.meta.count });
  }
  return best;
}

function isTrusted({ among, uses }: Winner, count: number): boolean {
  if (among > SMALL_SET) return uses < TRUSTED_USES;
  return uses < TRUSTED_USES_OF_SMALL_SETS && count <= among * 1.5 && count >= among / 2;
}

/** Every field of a unique index is one value: at most one document. */
function isSingleKey(plan: IndexPlan): boolean {
  return (
    plan.index.unique &&
    plan.ranges.length === 1 &&
    plan.bounds.every((bound) => bound.intervals.length === 1 && bound.intervals[0]!.point)
  );
}

function isPreferred(a: IndexPlan, b: IndexPlan): boolean {
  if (a.sorted !== b.sorted) return a.sorted;
  const difference = boundedFields(a) - boundedFields(b);
  if (difference !== 0) return difference > 0;
  if (a.repeats !== b.repeats) return b.repeats;
  if ((a.residual === null) !== (b.residual === null)) return a.residual === null;
  return a.index.fields.length < b.index.fields.length;
}

/**
 * Estimated keys of a plan, including sorting and loading. A finished trial knows them; otherwise
 * they are estimated: for a plan that may stop early from its hit rate, for others from the size of
 * its ranges.
 */
function costOf(
  store: LmdbStore,
  collection: Collection,
  plan: IndexPlan,
  request: PlanRequest,
): number {
  const counters = { keysExamined: 0, documentsExamined: 0 };
  const walk = openWalk(store, collection, plan, counters);
  const stopsEarly = request.limit > 0 && (plan.sorted || request.sort.length === 0);
  let found = 0;
  let loaded = 0;
  let ended = false;
  while (counters.keysExamined < MAX_TRIAL_KEYS && loaded < MAX_TRIAL_KEYS / 4) {
    const record = walk.next();
    if (record === undefined) {
      ended = true;
      break;
    }
    if (record === null) continue;
    if (plan.residual && stopsEarly) {
      loaded++;
      const document = collection.load(record);
      if (!document || !plan.residual.matches(document)) continue;
    }
    found++;
    if (stopsEarly && found >= request.limit) {
      ended = true;
      break;
    }
  }
  walk.release();
  const weighted = (keys: number, results: number): number =>
    keys + (plan.sorted ? 0 : results * 0.5) + (plan.residual ? results * 0.5 : 0);
  if (ended) return weighted(counters.keysExamined, found);
  const keys = keysOf(store, collection, plan);
  if (!stopsEarly) return weighted(keys, (keys * found) / counters.keysExamined);
  // One more than was found: finding nothing yet does not prove that nothing follows.
  const expected = (request.limit * counters.keysExamined) / (found + 1);
  return weighted(Math.min(expected, keys), request.limit);
}

/**
 * Estimated keys in the ranges of a plan, known to exceed a trial. If documents have several keys,
 * those of all documents count double.
 */
function keysOf(store: LmdbStore, collection: Collection, plan: IndexPlan): number {
  const count = collection.meta.count * (plan.repeats ? 2 : 1);
  for (const size of [MAX_TRIAL_KEYS * 4, MAX_TRIAL_KEYS * 32]) {
    if (size >= count) break;
    const walk = openWalk(
      store,
      collection,
      { ...plan, keyFilters: [], repeats: false, merge: null },
      {
        keysExamined: 0,
        documentsExamined: 0,
      },
    );
    const more = walk.hop?.(size) ?? true;
    walk.release();
    // A skip stays within one range, so the size of several is unknown.
    if (!more && plan.ranges.length === 1) return size;
  }
  return count;
}

function shapeOf(request: PlanRequest): string {
  const sort = request.sort
    .map((field) => `${field.descending ? '-' : '+'}${field.path}`)
    .join(',');
  return `${shapeOfNode(request.filter)}|${sort}|${request.limit > 0 ? 'l' : ''}`;
}

function shapeOfNode(node: FilterNode): string {
  switch (node.kind) {
    case 'leaf':
      return `${node.operator}:${node.path}`;
    case 'and':
    case 'or':
    case 'nor':
      return `${node.kind}(${node.children.map(shapeOfNode).join(',')})`;
    case 'not':
      return `not(${shapeOfNode(node.child)})`;
    case 'element':
      return `el:${node.path}(${shapeOfNode(node.child)})`;
    case 'elementValue':
      return `ev:${node.path}(${node.leaves.map(shapeOfNode).join(',')})`;
    default:
      return 'opaque';
  }
}
