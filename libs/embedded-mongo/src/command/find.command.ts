import type { Doc } from '../bson/bson-value';
import { parseFilter } from '../query/filter-compiler';
import { compileProjection, plainExclusion, plainInclusion } from '../query/projection';
import { parseSort } from '../query/sort-order';
import { choosePlan, type Choice } from '../plan/plan-choice';
import { FindStream, ListStream, type ResultStream } from '../plan/result-stream';
import type { CommandContext } from './command-context';
import { hintOf, nonNegative, openCursor } from './cursor.commands';
import { assertNamespace } from './engine';

interface FindRequest {
  readonly namespace: string;
  readonly choice: Choice | null;
  readonly stream: ResultStream;
  readonly batchSize: number | undefined;
  readonly single: boolean;
}

/** @param trial whether to choose the plan by trial, ignoring the cache */
export function prepareFind(context: CommandContext, trial = false): FindRequest {
  const { engine, db, body } = context;
  const name = context.collectionName('find');
  assertNamespace(db, name);
  const filter = parseFilter(context.document('filter') ?? new Map());
  const sort = parseSort(body.get('sort'));
  const skip = nonNegative(context, 'skip') ?? 0;
  let limit = context.integer('limit') ?? 0;
  // A negative limit means a single batch of that size.
  const single = context.boolean('singleBatch') || limit < 0;
  limit = Math.abs(limit);
  const batchSize = nonNegative(context, 'batchSize');
  const fields = context.document('projection');
  const projection = fields && fields.size > 0 ? compileProjection(fields) : null;
  const collection = engine.collection(db, name);
  const namespace = `${db}.${name}`;
  if (!collection)
    return { namespace, choice: null, stream: new ListStream([]), batchSize, single };
  const choice = choosePlan(
    engine.store,
    collection,
    { filter, sort, limit: limit > 0 ? skip + limit : 0, ...hintOf(body) },
    !trial,
  );
  const stream = new FindStream(engine.store, collection, {
    plan: choice.winner,
    sort,
    skip,
    limit,
    projection,
    excluded: projection && plainExclusion(fields!),
    included: projection && plainInclusion(fields!),
  });
  return { namespace, choice, stream, batchSize, single };
}

export async function findCommand(context: CommandContext): Promise<Doc> {
  const { namespace, stream, batchSize, single } = prepareFind(context);
  return openCursor(context, namespace, stream, batchSize, single);
}
