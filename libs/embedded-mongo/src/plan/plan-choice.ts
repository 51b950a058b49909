import type { Collection } from '../storage/collection';
import type { KeyRange } from '../storage/key-range';
import { isPoint } from './index-bounds';
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
/** Costs are estimated from a few keys: smaller differences mean nothing. */
const COST_TOLERANCE = 1.1;

/** The plan that reads the fewest keys, found by trial if several qualify. */
export function choosePlan(collection: Collection, request: PlanRequest): Plan {
  const plans = enumeratePlans(collection.meta, request);
  const empty = plans.find((plan) => plan.kind === 'empty');
  if (empty) return empty;
  const indexed = plans.filter((plan): plan is IndexPlan => plan.kind === 'index');
  if (indexed.length === 0) return plans[0]!;
  const single = indexed.find(isSingleKey);
  if (single) return single;
  const preferred = indexed.sort(byPreference);
  const contested = preferred.filter(
    (plan, at) => !preferred.slice(0, at).some((better) => isAsGood(better, plan)),
  );
  if (contested.length === 1) return contested[0]!;
  const costs = contested.map((plan) => costOf(collection, plan, request));
  const least = Math.min(...costs);
  return contested[costs.findIndex((cost) => cost <= least * COST_TOLERANCE)]!;
}

/** Every field of a unique index is one value: at most one document. */
function isSingleKey(plan: IndexPlan): boolean {
  return plan.index.unique && plan.ranges.length === 1 && plan.bounds.every(isPoint);
}

/** Better plans first, as far as their form tells. */
function byPreference(a: IndexPlan, b: IndexPlan): number {
  return (
    Number(b.sorted) - Number(a.sorted) ||
    boundedFields(b).score - boundedFields(a).score ||
    Number(a.repeats) - Number(b.repeats) ||
    Number(a.residual !== null) - Number(b.residual !== null) ||
    a.index.fields.length - b.index.fields.length
  );
}

/** Whether one plan reads no more keys than the other, whatever the data are. */
function isAsGood(one: IndexPlan, other: IndexPlan): boolean {
  if (one.repeats || other.index.partial || (other.sorted && !one.sorted)) return false;
  const paths = boundedFields(one).paths;
  return boundedFields(other).paths.every((path) => paths.includes(path));
}

/**
 * Estimated keys of a plan, including sorting and loading. A finished trial knows them; otherwise
 * they are estimated: for a plan that may stop early from its hit rate, for others from the size of
 * its ranges.
 */
function costOf(collection: Collection, plan: IndexPlan, request: PlanRequest): number {
  const counters = { keysExamined: 0, documentsExamined: 0 };
  const walk = openWalk(collection, plan, counters);
  const stopsEarly = request.limit > 0 && (plan.sorted || request.sort.length === 0);
  let found = 0;
  let loaded = 0;
  let ended = false;
  while (!ended && counters.keysExamined < MAX_TRIAL_KEYS && loaded < MAX_TRIAL_KEYS / 4) {
    const record = walk.next();
    ended = record === undefined;
    if (typeof record !== 'number') continue;
    if (plan.residual && stopsEarly) {
      loaded++;
      const document = collection.load(record);
      if (!document || !plan.residual.matches(document)) continue;
    }
    found++;
    ended = stopsEarly && found >= request.limit;
  }
  walk.release();
  const weighted = (keys: number, results: number): number =>
    keys + (plan.sorted ? 0 : results * 0.5) + (plan.residual ? results * 0.5 : 0);
  if (ended) return weighted(counters.keysExamined, found);
  const keys = keysOf(collection, plan);
  if (!stopsEarly) return weighted(keys, (keys * found) / counters.keysExamined);
  // One more than was found: finding nothing yet does not prove that nothing follows.
  const expected = (request.limit * counters.keysExamined) / (found + 1);
  return weighted(Math.min(expected, keys), request.limit);
}

/**
 * Estimated keys in the ranges of a plan, known to exceed a trial: of one range a bound, of several
 * those of all documents. If documents have several keys, these count double.
 */
function keysOf({ store, meta }: Collection, plan: IndexPlan): number {
  const count = meta.count * (plan.repeats ? 2 : 1);
  const [range, ...others] = plan.ranges as [KeyRange, ...KeyRange[]];
  if (others.length > 0) return count;
  for (const size of [MAX_TRIAL_KEYS * 4, MAX_TRIAL_KEYS * 32]) {
    if (size >= count) break;
    if (!store.entries.hasKeys(range, size)) return size;
  }
  return count;
}
