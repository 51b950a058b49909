import { doc, intOrLong, type Doc, type Value } from '../bson/bson-value';
import type { Plan } from '../plan/planner';
import { supported } from '../supported';
import type { CommandContext } from './command-context';
import { prepareFind, type FindRequest } from './find.command';

/** `explain` of a find: the plan, and unless only `queryPlanner` is asked for, its cost. */
export async function explainCommand(context: CommandContext): Promise<Doc> {
  const inner = context.document('explain');
  if (!inner) throw context.wrongType('explain', context.body.get('explain') ?? null, 'object');
  const [name = ''] = inner.keys();
  supported('explained', name);
  const body = new Map<string, Value>([...inner, ['$db', context.db]]);
  const found = context.withBody(body, name);
  const request = prepareFind(found);
  const isExecuted = context.body.get('verbosity') !== 'queryPlanner';
  return doc({
    explainVersion: '1',
    queryPlanner: doc({
      namespace: request.namespace,
      winningPlan: planTree(request),
      rejectedPlans: [],
    }),
    executionStats: isExecuted ? await executed(found, request) : undefined,
    command: body,
    ok: 1,
  });
}

/** Runs the find and counts what it reads. */
async function executed({ interruption }: CommandContext, { stream }: FindRequest): Promise<Doc> {
  const start = performance.now();
  let returned = 0;
  for (let done = false; !done;) {
    const batch = await stream.nextBatch(0, interruption);
    returned += batch.documents.length;
    done = batch.done;
  }
  const { keysExamined = 0, documentsExamined = 0 } = stream.source?.counters ?? {};
  return doc({
    executionSuccess: true,
    nReturned: intOrLong(returned),
    executionTimeMillis: intOrLong(Math.round(performance.now() - start)),
    totalKeysExamined: intOrLong(keysExamined),
    totalDocsExamined: intOrLong(documentsExamined),
  });
}

/** A plan in the form of MongoDB's explain. */
function planTree({ plan, sort, skip, limit }: FindRequest): Doc {
  let tree = accessTree(plan);
  if (!plan.sorted) {
    const pattern = new Map(sort.map((field) => [field.path, field.descending ? -1 : 1]));
    tree = doc({ stage: 'SORT', sortPattern: pattern, inputStage: tree });
  }
  if (skip > 0) tree = doc({ stage: 'SKIP', skipAmount: intOrLong(skip), inputStage: tree });
  if (limit > 0) tree = doc({ stage: 'LIMIT', limitAmount: intOrLong(limit), inputStage: tree });
  return tree;
}

function accessTree(plan: Plan): Doc {
  switch (plan.kind) {
    case 'empty':
      return doc({ stage: 'EOF' });
    case 'collection':
      return doc({ stage: 'COLLSCAN', direction: 'forward' });
    case 'index': {
      const { index, merge, reverse } = plan;
      const scan = doc({
        stage: 'IXSCAN',
        keyPattern: index.spec.get('key')!,
        indexName: index.name,
        isMultiKey: index.arrays.size > 0,
        isUnique: index.unique,
        isSparse: index.sparse,
        isPartial: index.partial !== null,
        direction: reverse ? 'backward' : 'forward',
      });
      const inputStage = merge ? doc({ stage: 'SORT_MERGE', inputStages: [scan] }) : scan;
      return doc({ stage: 'FETCH', inputStage });
    }
  }
}
