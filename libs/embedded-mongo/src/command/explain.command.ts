import { hostname } from 'node:os';
import {
  doc,
  int32,
  intOrLong,
  isDoc,
  MongoError,
  parseFilter,
  parseSort,
  stagesOf,
  type Doc,
  type Value,
} from '@engawa/mongo-semantics';
import { describeInterval } from '../plan/bounds-text';
import { DocumentSource, Slices } from '../plan/document-source';
import { isFull, type Interval } from '../plan/index-bounds';
import { choosePlan, type Choice } from '../plan/plan-choice';
import type { Plan } from '../plan/planner';
import type { CommandContext } from './command-context';
import { prepareFind } from './find.command';
import { planPipeline } from './pipeline-source';
import { VERSION } from './server.commands';
import { stagesOfFind } from './view.commands';
import { hintOf, letVariables } from './write-request';

type Verbosity = 'queryPlanner' | 'executionStats' | 'allPlansExecution';

/** `explain` of find, count, distinct, aggregate, update, delete and findAndModify. */
export async function explainCommand(context: CommandContext): Promise<Doc> {
  const inner = context.document('explain');
  if (!inner) throw context.wrongType('explain', context.body.get('explain') ?? null, 'object');
  const verbosity = (context.body.get('verbosity') ?? 'allPlansExecution') as Verbosity;
  if (!['queryPlanner', 'executionStats', 'allPlansExecution'].includes(verbosity)) {
    throw new MongoError(
      9,
      `Enumeration value '${String(verbosity)}' for field 'explain.verbosity' is not a valid value.`,
    );
  }
  const name = inner.keys().next().value ?? '';
  const body = new Map<string, Value>([...inner, ['$db', context.db]]);
  const nested = context.withBody(body, name);
  const { engine } = context;
  switch (name) {
    case 'find': {
      if (engine.view(nested.db, nested.collectionName()))
        return explainAggregate(
          nested,
          nested.collectionName(),
          stagesOfFind(nested),
          letVariables(nested),
          verbosity,
        );
      const request = prepareFind(nested, true);
      const limit = Math.abs(nested.integer('limit') ?? 0);
      return explained(
        nested,
        request.namespace,
        nested.document('filter') ?? new Map(),
        request.choice,
        verbosity,
        {
          sort: nested.document('sort'),
          skip: nested.integer('skip') ?? 0,
          limit,
          projection: nested.document('projection'),
        },
      );
    }
    case 'count':
    case 'distinct':
      return explainQuery(nested, nested.document('query') ?? new Map(), verbosity, {});
    case 'findAndModify':
    case 'findandmodify':
      return explainQuery(nested, nested.document('query') ?? new Map(), verbosity, {
        sort: nested.document('sort'),
        limit: 1,
      });
    case 'update':
    case 'delete': {
      const statement = nested.array(name === 'update' ? 'updates' : 'deletes')?.[0];
      const filter = isDoc(statement) ? statement.get('q') : undefined;
      return explainQuery(nested, isDoc(filter) ? filter : new Map(), verbosity, {});
    }
    case 'aggregate':
      return explainAggregate(
        nested,
        nested.collectionName(),
        nested.array('pipeline') ?? [],
        letVariables(nested),
        verbosity,
      );
    default:
      throw new MongoError(59, `Explain failed due to unknown command: ${name}`);
  }
}

interface Shape {
  readonly sort?: Doc | undefined;
  readonly skip?: number;
  readonly limit?: number;
  readonly projection?: Doc | undefined;
}

function explainQuery(
  context: CommandContext,
  filter: Doc,
  verbosity: Verbosity,
  shape: Shape,
): Promise<Doc> {
  const { engine, db } = context;
  const name = context.collectionName();
  const collection = engine.collection(db, name);
  const node = parseFilter(filter, { variables: letVariables(context) });
  const choice =
    collection &&
    choosePlan(
      engine.store,
      collection,
      {
        filter: node,
        sort: parseSort(shape.sort),
        limit: shape.limit ?? 0,
        ...hintOf(context.body),
      },
      false,
    );
  return explained(context, `${db}.${name}`, filter, choice, verbosity, shape);
}

export async function explainAggregate(
  context: CommandContext,
  target: string | null,
  given: readonly Value[],
  variables: Doc,
  verbosity: Verbosity = 'queryPlanner',
): Promise<Doc> {
  const { engine, db } = context;
  const view = target === null ? null : engine.view(db, target);
  const name = view?.on ?? target;
  const pipeline = view ? [...view.pipeline, ...given] : given;
  const stages = stagesOf(pipeline);
  const { choice, consumed } = planPipeline(
    engine,
    db,
    name ?? '$cmd.aggregate',
    stages,
    variables,
    hintOf(context.body),
  );
  const filter = stages[0]?.[0] === '$match' && isDoc(stages[0][1]) ? stages[0][1] : new Map();
  const cursor = await explained(
    context,
    `${db}.${name ?? '$cmd.aggregate'}`,
    filter,
    choice,
    verbosity,
    {},
  );
  if (consumed >= stages.length) return cursor;
  const first: Doc = doc({ queryPlanner: cursor.get('queryPlanner')! });
  if (cursor.has('executionStats')) first.set('executionStats', cursor.get('executionStats')!);
  return doc({
    explainVersion: '1',
    stages: [doc({ $cursor: first }), ...pipeline.slice(consumed)],
    serverInfo: cursor.get('serverInfo')!,
    command: context.body,
    ok: 1,
  });
}

async function explained(
  context: CommandContext,
  namespace: string,
  filter: Doc,
  choice: Choice | null,
  verbosity: Verbosity,
  shape: Shape,
): Promise<Doc> {
  const plan: Plan | null = choice?.winner ?? null;
  const reply = doc({
    explainVersion: '1',
    queryPlanner: doc({
      namespace,
      parsedQuery: filter,
      indexFilterSet: false,
      optimizationTimeMillis: int32(0),
      maxIndexedOrSolutionsReached: false,
      winningPlan: plan ? planTree(plan, filter, shape) : doc({ stage: 'EOF' }),
      rejectedPlans:
        choice?.rejected
          .filter((rejected) => rejected.kind !== 'collection')
          .map((rejected) => planTree(rejected, filter, shape)) ?? [],
    }),
  });
  if (verbosity !== 'queryPlanner')
    reply.set('executionStats', await execute(context, namespace, plan, filter, shape));
  reply.set('command', context.body);
  reply.set(
    'serverInfo',
    doc({
      host: hostname(),
      port: int32(Number(context.engine.address.split(':').pop()) || 0),
      version: VERSION,
      gitVersion: 'engawa-embedded-mongo',
    }),
  );
  reply.set('ok', 1);
  return reply;
}

async function execute(
  context: CommandContext,
  namespace: string,
  plan: Plan | null,
  filter: Doc,
  shape: Shape,
): Promise<Doc> {
  const { engine } = context;
  const dot = namespace.indexOf('.');
  const collection = engine.collection(namespace.slice(0, dot), namespace.slice(dot + 1));
  const start = performance.now();
  let returned = 0;
  const counters = { keysExamined: 0, documentsExamined: 0 };
  if (plan && collection) {
    const source = new DocumentSource(engine.store, collection, plan);
    const slices = new Slices();
    const wanted = plan.sorted && shape.limit ? (shape.skip ?? 0) + shape.limit : Infinity;
    while (returned < wanted) {
      if (slices.due()) {
        source.release();
        await slices.pause();
      }
      const found = source.step();
      if (found === undefined) break;
      if (found) returned++;
    }
    source.release();
    Object.assign(counters, source.counters);
    returned = Math.max(0, returned - (shape.skip ?? 0));
    if (shape.limit) returned = Math.min(returned, shape.limit);
  }
  return doc({
    executionSuccess: true,
    nReturned: intOrLong(returned),
    executionTimeMillis: intOrLong(Math.round(performance.now() - start)),
    totalKeysExamined: intOrLong(counters.keysExamined),
    totalDocsExamined: intOrLong(counters.documentsExamined),
    executionStages: plan ? planTree(plan, filter, shape) : doc({ stage: 'EOF' }),
    allPlansExecution: [],
  });
}

/** A plan in the form of MongoDB's explain. */
function planTree(plan: Plan, filter: Doc, shape: Shape): Doc {
  let tree = accessTree(plan, filter);
  if (!plan.sorted && shape.sort) {
    tree = doc({
      stage: 'SORT',
      sortPattern: shape.sort,
      memLimit: int32(104857600),
      type: 'simple',
      ...(shape.limit ? { limitAmount: int32(shape.limit + (shape.skip ?? 0)) } : {}),
      inputStage: tree,
    });
  }
  if (shape.skip)
    tree = doc({ stage: 'SKIP', skipAmount: intOrLong(shape.skip), inputStage: tree });
  if (shape.limit && (plan.sorted || !shape.sort))
    tree = doc({ stage: 'LIMIT', limitAmount: intOrLong(shape.limit), inputStage: tree });
  if (shape.projection && shape.projection.size > 0)
    tree = doc({ stage: 'PROJECTION_DEFAULT', transformBy: shape.projection, inputStage: tree });
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
        direction: plan.reverse ? 'backward' : 'forward',
      });
    case 'union':
      return doc({
        stage: 'FETCH',
        ...(plan.residual ? { filter } : {}),
        inputStage: doc({
          stage: 'OR',
          inputStages: plan.plans.map((inner) => accessTree(inner, filter)),
        }),
      });
    case 'index': {
      const { index } = plan;
      const first = plan.bounds[0]!.intervals;
      if (index.name === '_id_' && !plan.residual && first.length === 1 && first[0]!.point)
        return doc({ stage: 'IDHACK' });
      const bounds: Doc = new Map();
      index.fields.forEach((field, i) => {
        const intervals: readonly Interval[] = plan.bounds[i]!.intervals;
        const shown = isFull(plan.bounds[i]!)
          ? ['[MinKey, MaxKey]']
          : intervals.map(describeInterval);
        bounds.set(field.path, plan.reverse !== field.descending ? [...shown].reverse() : shown);
      });
      const scan = doc({
        stage: 'IXSCAN',
        keyPattern: index.spec.get('key')!,
        indexName: index.name,
        isMultiKey: index.arrays.size > 0,
        multiKeyPaths: doc(
          Object.fromEntries(
            index.fields.map((field) => [
              field.path,
              [...index.arrays].filter(
                (path) => field.path === path || field.path.startsWith(`${path}.`),
              ),
            ]),
          ),
        ),
        isUnique: index.unique,
        isSparse: index.sparse,
        isPartial: index.partial !== null,
        indexVersion: int32(2),
        direction: plan.reverse ? 'backward' : 'forward',
        indexBounds: bounds,
      });
      return doc({
        stage: 'FETCH',
        ...(plan.residual ? { filter } : {}),
        inputStage: plan.merge ? doc({ stage: 'SORT_MERGE', inputStages: [scan] }) : scan,
      });
    }
  }
}
