import {
  badValue,
  compileProjection,
  encodeDocument,
  failedToParse,
  parseFilter,
  parseSort,
  plainExclusion,
  plainInclusion,
  type Doc,
  type Projection,
} from '@engawa/mongo-semantics';
import { documentOf, type Found } from '../plan/document-source';
import { choosePlan, type Choice } from '../plan/plan-choice';
import type { Plan, PlanRequest } from '../plan/planner';
import { FindStream, ListStream, type ResultStream } from '../plan/result-stream';
import { TailStream } from '../plan/tail-stream';
import type { Collection } from '../storage/collection';
import { extractKeys } from '../storage/index-keys.extractor';
import type { CommandContext } from './command-context';
import { nonNegative, openCursor } from './cursor.commands';
import { assertNamespace } from './engine';
import { findOnView } from './view.commands';
import { hintOf, letVariables } from './write-request';

interface FindRequest {
  readonly namespace: string;
  readonly collection: Collection | null;
  readonly choice: Choice | null;
  readonly stream: ResultStream;
  readonly batchSize: number | undefined;
  readonly single: boolean;
}

/** `anew`: the plan is found by trying, whatever won before. */
export function prepareFind(context: CommandContext, anew = false): FindRequest {
  const { engine, db, body } = context;
  const name = context.collectionName('find');
  assertNamespace(db, name);
  const filterDoc = context.document('filter') ?? new Map();
  const variables = letVariables(context);
  const strings = engine.strings(db, name, body.get('collation'));
  const filter = parseFilter(filterDoc, { variables, ...(strings ? { strings } : {}) });
  const sort = parseSort(body.get('sort'));
  const skip = nonNegative(context, 'skip') ?? 0;
  let limit = context.integer('limit') ?? 0;
  let single = context.boolean('singleBatch');
  if (limit < 0) {
    limit = -limit;
    single = true;
  }
  const batchSize = nonNegative(context, 'batchSize');
  const tailable = context.boolean('tailable');
  if (context.boolean('awaitData') && !tailable)
    throw failedToParse('Cannot set awaitData without tailable');
  const projectionDoc = context.document('projection');
  const projection =
    projectionDoc && projectionDoc.size > 0
      ? compileProjection(projectionDoc, { find: true, variables, filter: filter.matches })
      : null;
  const collection = engine.collection(db, name);
  const namespace = `${db}.${name}`;
  if (!collection)
    return { namespace, collection, choice: null, stream: new ListStream([]), batchSize, single };
  if (tailable) {
    if (!collection.meta.capped)
      throw badValue(
        `error processing query: ns=${namespace} tailable cursor requested on non capped collection`,
      );
    if (sort.length > 0 && sort[0]!.path !== '$natural')
      throw badValue('cannot use tailable option with a sort other than {$natural: 1}');
    const awaits = context.boolean('awaitData');
    const stream = new TailStream(
      engine.store,
      collection,
      filter,
      projection,
      skip,
      limit,
      awaits,
    );
    return { namespace, collection, choice: null, stream, batchSize, single };
  }
  const between = betweenOf(context);
  const choice = choosePlan(
    engine.store,
    collection,
    { filter, sort, limit: limit > 0 ? skip + limit : 0, strings, ...between, ...hintOf(body) },
    !strings && !anew && !between,
  );
  const decorate = decoration(context, choice.winner, projection);
  const stream = new FindStream(engine.store, collection, {
    plan: choice.winner,
    sort,
    skip,
    limit,
    projection,
    excluded: projection && plainExclusion(projectionDoc!),
    included: projection && plainInclusion(projectionDoc!),
    ...(strings ? { strings } : {}),
    ...(decorate ? { decorate } : {}),
  });
  return { namespace, collection, choice, stream, batchSize, single };
}

/** The keys of `min` and `max`; undefined where neither is given. */
function betweenOf(context: CommandContext): Pick<PlanRequest, 'between'> | undefined {
  if (!context.body.has('min') && !context.body.has('max')) return undefined;
  const [min, max] = [context.document('min'), context.document('max')];
  if (!min?.size && !max?.size) return undefined;
  return { between: { ...(min?.size ? { min } : {}), ...(max?.size ? { max } : {}) } };
}

/** What `returnKey` and `showRecordId` make of a document that was found; null where neither is asked for. */
function decoration(
  context: CommandContext,
  plan: Plan,
  projection: Projection | null,
): ((found: Found) => Buffer) | null {
  const returnKey = context.boolean('returnKey');
  const showRecordId = context.boolean('showRecordId');
  if (!returnKey && !showRecordId) return null;
  return (found) => {
    const whole = documentOf(found);
    let result: Doc = new Map();
    if (!returnKey) result = projection ? projection(whole) : new Map(whole);
    else if (plan.kind === 'index') {
      const values = extractKeys(whole, plan.index.fields).values[0]!;
      plan.index.fields.forEach(({ path }, i) => result.set(path, values[i]!));
    }
    if (showRecordId && !returnKey) result.set('$recordId', BigInt(found.record));
    return encodeDocument(result);
  };
}

export async function findCommand(context: CommandContext): Promise<Doc> {
  const { engine } = context;
  engine.metrics.counters.query++;
  const view = engine.view(context.db, context.collectionName());
  if (view) return findOnView(context);
  const request = prepareFind(context);
  const reply = await openCursor(
    context,
    request.namespace,
    request.stream,
    request.batchSize,
    request.single,
  );
  if (request.stream instanceof FindStream) {
    engine.metrics.scanned.keys += request.stream.source.counters.keysExamined;
    engine.metrics.scanned.documents += request.stream.source.counters.documentsExamined;
    if (request.choice?.winner.kind === 'collection') engine.metrics.scanned.collectionScans++;
  }
  return reply;
}
