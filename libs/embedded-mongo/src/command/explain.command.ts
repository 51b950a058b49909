import { stagesOf } from '../aggregation/pipeline';
import { doc, int32, intOrLong, isDoc, type Doc, type Value } from '../bson/bson-value';
import { MongoError } from '../mongo-error';
import { describeInterval } from '../plan/bounds-text';
import { assertInTime } from '../plan/deadline';
import { DocumentSource, Slices } from '../plan/document-source';
import { isFull } from '../plan/index-bounds';
import { choosePlan, type Choice } from '../plan/plan-choice';
import type { IndexPlan, Plan } from '../plan/planner';
import { parseFilter } from '../query/filter-compiler';
import { parseSort } from '../query/sort-order';
import { planPipeline } from './aggregate.command';
import type { CommandContext } from './command-context';
import { hintOf } from './cursor.commands';
import { prepareFind } from './find.command';

/** Parameters besides the filter. */
interface Shape {
  readonly filter: Doc;
  readonly sort?: Doc | undefined;
  readonly skip?: number;
  readonly limit?: number;
}

/** `explain` of find, count, distinct, aggregate, update, delete and findAndModify. */
export async function explainCommand(context: CommandContext): Promise<Doc> {
  const inner = context.document('explain');
  if (!inner) throw context.wrongType('explain', context.body.get('explain') ?? null, 'object');
  const verbosity = context.body.get('verbosity') ?? 'allPlansExecution';
  if (!['queryPlanner', 'executionStats', 'allPlansExecution'].includes(String(verbosity))) {
    throw new MongoError(
      9,
      `Enumeration value '${String(verbosity)}' for field 'explain.verbosity' is not a valid value.`,
    );
  }
  const [name = ''] = inner.keys();
  const body = new Map<string, Value>([...inner, ['$db', context.db]]);
  return explainInner(context.withBody(body, name), name, verbosity !== 'queryPlanner');
}

function explainInner(context: CommandContext, name: string, execute: boolean): Promise<Doc> {
  const filter = context.document('query') ?? new Map();
  switch (name) {
    case 'find': {
      const shape: Shape = {
        filter: context.document('filter') ?? new Map(),
        sort: context.document('sort'),
        skip: context.integer('skip') ?? 0,
        limit: Math.abs(context.integer('limit') ?? 0),
      };
      return explained(context, prepareFind(context, true).choice, execute, shape);
    }
    case 'count':
    case 'distinct':
      return explained(context, choiceFor(context, { filter }), execute, { filter });
    case 'findAndModify': {
      const shape: Shape = { filter, sort: context.document('sort'), limit: 1 };
      return explained(context, choiceFor(context, shape), execute, shape);
    }
    case 'update':
    case 'delete': {
      const [statement] = context.array(`${name}s`) ?? [];
      const of = isDoc(statement) ? statement.get('q') : undefined;
      const shape: Shape = { filter: isDoc(of) ? of : new Map() };
      return explained(context, choiceFor(context, shape), execute, shape);
    }
    case 'aggregate':
      return explainAggregate(context, execute);
    default:
      throw new MongoError(59, `Explain failed due to unknown command: ${name}`);
  }
}

function choiceFor(context: CommandContext, { filter, sort, limit = 0 }: Shape): Choice | null {
  const { engine, db, body } = context;
  const collection = engine.collection(db, context.collectionName());
  if (!collection) return null;
  const request = { filter: parseFilter(filter), sort: parseSort(sort), limit, ...hintOf(body) };
  return choosePlan(engine.store, collection, request, false);
}

async function explainAggregate(context: CommandContext, execute: boolean): Promise<Doc> {
  const pipeline = context.array('pipeline') ?? [];
  const stages = stagesOf(pipeline);
  const { choice, consumed } = planPipeline(context, context.collectionName(), stages);
  const first = stages[0]?.[0] === '$match' ? stages[0][1] : undefined;
  const shape: Shape = { filter: isDoc(first) ? first : new Map() };
  const found = await explained(context, choice, execute, shape);
  if (consumed >= stages.length) return found;
  const cursor = new Map(
    [...found].filter(([name]) => name.startsWith('query') || name.startsWith('exec')),
  );
  return doc({
    explainVersion: '1',
    stages: [doc({ $cursor: cursor }), ...pipeline.slice(consumed)],
    command: context.body,
    ok: 1,
  });
}

async function explained(
  context: CommandContext,
  choice: Choice | null,
  execute: boolean,
  shape: Shape,
): Promise<Doc> {
  const plan: Plan = choice?.winner ?? { kind: 'empty', sorted: true };
  const rejected = choice?.rejected.filter(({ kind }) => kind !== 'collection') ?? [];
  return doc({
    explainVersion: '1',
    queryPlanner: doc({
      namespace: `${context.db}.${context.collectionName()}`,
      parsedQuery: shape.filter,
      winningPlan: planTree(plan, shape),
      rejectedPlans: rejected.map((other) => planTree(other, shape)),
    }),
    ...(execute ? { executionStats: await executed(context, plan, shape) } : {}),
    command: context.body,
    ok: 1,
  });
}

async function executed(context: CommandContext, plan: Plan, shape: Shape): Promise<Doc> {
  const { engine, db, deadline } = context;
  const collection = engine.collection(db, context.collectionName());
  const { skip = 0, limit = 0 } = shape;
  const start = performance.now();
  const wanted = plan.sorted && limit > 0 ? skip + limit : Infinity;
  let returned = 0;
  let counters = { keysExamined: 0, documentsExamined: 0 };
  if (collection) {
    const source = new DocumentSource(engine.store, collection, plan);
    const slices = new Slices();
    for (let found = source.step(); found !== undefined; found = source.step()) {
      if (found && ++returned >= wanted) break;
      if (!slices.due()) continue;
      source.release();
      await slices.pause();
      assertInTime(deadline);
    }
    source.release();
    counters = source.counters;
  }
  returned = Math.max(0, Math.min(returned, limit > 0 ? skip + limit : Infinity) - skip);
  return doc({
    executionSuccess: true,
    nReturned: intOrLong(returned),
    executionTimeMillis: intOrLong(Math.round(performance.now() - start)),
    totalKeysExamined: intOrLong(counters.keysExamined),
    totalDocsExamined: intOrLong(counters.documentsExamined),
    executionStages: planTree(plan, shape),
    allPlansExecution: [],
  });
}

/** A plan in the form of MongoDB's explain. */
function planTree(plan: Plan, shape: Shape): Doc {
  const { sort, skip = 0, limit = 0 } = shape;
  let tree = accessTree(plan, shape.filter);
  if (!plan.sorted && sort) {
    tree = doc({
      stage: 'SORT',
      sortPattern: sort,
      ...(limit > 0 ? { limitAmount: int32(limit + skip) } : {}),
      inputStage: tree,
    });
  }
  if (skip > 0) tree = doc({ stage: 'SKIP', skipAmount: intOrLong(skip), inputStage: tree });
  if (limit > 0 && (plan.sorted || !sort))
    tree = doc({ stage: 'LIMIT', limitAmount: intOrLong(limit), inputStage: tree });
  return tree;
}

function accessTree(plan: Plan, filter: Doc): Doc {
  switch (plan.kind) {
    case 'empty':
      return doc({ stage: 'EOF' });
    case 'collection':
      return doc({
        stage: 'COLLSCAN',
        ...(plan.residual ? { filter } : {}),
        direction: 'forward',
      });
    case 'union': {
      const inputStages = plan.plans.map((inner) => accessTree(inner, filter));
      return fetchTree(plan.residual !== null, filter, doc({ stage: 'OR', inputStages }));
    }
    case 'index': {
      const [first] = plan.bounds[0]!.intervals;
      const isIdLookup = plan.bounds[0]!.intervals.length === 1 && first!.point;
      if (plan.index.name === '_id_' && !plan.residual && isIdLookup)
        return doc({ stage: 'IDHACK' });
      const scan = scanTree(plan);
      return fetchTree(
        plan.residual !== null,
        filter,
        plan.merge ? doc({ stage: 'SORT_MERGE', inputStages: [scan] }) : scan,
      );
    }
  }
}

function fetchTree(filters: boolean, filter: Doc, inputStage: Doc): Doc {
  return doc({ stage: 'FETCH', ...(filters ? { filter } : {}), inputStage });
}

function scanTree({ index, bounds, reverse }: IndexPlan): Doc {
  const indexBounds: Doc = new Map();
  index.fields.forEach((field, i) => {
    const shown = isFull(bounds[i]!)
      ? ['[MinKey, MaxKey]']
      : bounds[i]!.intervals.map(describeInterval);
    indexBounds.set(field.path, reverse !== field.descending ? shown.reverse() : shown);
  });
  return doc({
    stage: 'IXSCAN',
    keyPattern: index.spec.get('key')!,
    indexName: index.name,
    isMultiKey: index.arrays.size > 0,
    isUnique: index.unique,
    isSparse: index.sparse,
    isPartial: index.partial !== null,
    direction: reverse ? 'backward' : 'forward',
    indexBounds,
  });
}
