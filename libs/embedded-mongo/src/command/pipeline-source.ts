import {
  compilePipeline,
  decodeDocument,
  decodeFields,
  doc,
  fieldsRead,
  INITIAL_STAGES,
  int32,
  integerOperand,
  intOrLong,
  isDoc,
  MongoError,
  parseFilter,
  parseSort,
  PAUSE,
  stagesOf,
  type Doc,
  type Flow,
  type StageContext,
  type StringOrder,
  type Value,
} from '@engawa/mongo-semantics';
import { DocumentSource, Slices } from '../plan/document-source';
import { choosePlan, type Choice } from '../plan/plan-choice';
import type { CommandContext } from './command-context';
import type { Engine } from './engine';
import type { OpenSources } from './pipeline-stream';
import { collStatsCommand } from './stats.commands';

/** How the beginning of a pipeline is served by a plan. */
export interface PipelineStart {
  readonly choice: Choice | null;
  /** Stages that the plan does. */
  readonly consumed: number;
}

export function planPipeline(
  engine: Engine,
  db: string,
  collection: string,
  stages: readonly [string, Value][],
  variables: Doc,
  hint: { hint?: Value },
  strings?: StringOrder,
): PipelineStart {
  const found = engine.collection(db, collection);
  let consumed = 0;
  const filters: Doc[] = [];
  while (stages[consumed]?.[0] === '$match') {
    const filter = stages[consumed]![1];
    if (!isDoc(filter)) break;
    filters.push(filter);
    consumed++;
  }
  const filter: Doc =
    filters.length === 0 ? new Map() : filters.length === 1 ? filters[0]! : doc({ $and: filters });
  const node = parseFilter(filter, { variables, ...(strings ? { strings } : {}) });
  const sortStage = stages[consumed];
  const sort =
    sortStage?.[0] === '$sort' && isDoc(sortStage[1]) && sortStage[1].size > 0
      ? parseSort(sortStage[1])
      : [];
  if (!found) return { choice: null, consumed };
  const limitValue = stages[consumed + (sort.length > 0 ? 1 : 0)];
  const limit = limitValue?.[0] === '$limit' ? (integerOperand(limitValue[1]) ?? 0) : 0;
  const choice = choosePlan(
    engine.store,
    found,
    { filter: node, sort, limit, strings, ...hint },
    !strings,
  );
  if (sort.length > 0 && choice.winner.sorted) consumed++;
  return { choice, consumed };
}

function* readFlow(
  engine: Engine,
  db: string,
  name: string,
  choice: Choice,
  fields: ReadonlySet<string> | null,
  sources: OpenSources,
): Flow {
  const collection = engine.collection(db, name);
  if (!collection) return;
  const { winner } = choice;
  const source = new DocumentSource(engine.store, collection, winner);
  if (winner.kind === 'collection') engine.metrics.scanned.collectionScans++;
  const slices = new Slices();
  sources.add(source);
  try {
    for (;;) {
      if (slices.due()) {
        source.release();
        yield PAUSE;
        slices.restart();
      }
      const found = source.step();
      if (found === undefined) return;
      if (found === null) continue;
      yield (
        found.document ??
        (fields
          ? decodeFields(found.bytes, fields)
          : decodeDocument(found.bytes, 0, found.bytes.length))
      );
    }
  } finally {
    source.release();
    sources.delete(source);
    engine.metrics.scanned.keys += source.counters.keysExamined;
    engine.metrics.scanned.documents += source.counters.documentsExamined;
  }
}

export function stageContext(
  context: CommandContext,
  collection: string | null,
  variables: Doc,
  sources: OpenSources,
  strings?: StringOrder,
): StageContext {
  const { engine, db } = context;
  const make = (scope: Doc): StageContext => ({
    db,
    variables: scope,
    strings,
    read: (name, filter, fields) => {
      if (engine.view(db, name))
        return openFlow(engine, db, name, [doc({ $match: filter })], make(scope), {}, sources);
      const found = engine.collection(db, name);
      if (!found) return [];
      const choice = choosePlan(engine.store, found, {
        filter: parseFilter(filter, { variables: scope }),
        sort: [],
        limit: 0,
      });
      return readFlow(engine, db, name, choice, fields, sources);
    },
    compilePipeline: (stages, inner, nested) => {
      if (nested) {
        for (const [name] of stagesOf(stages)) {
          if (name === '$out' || name === '$merge')
            throw new MongoError(51047, `${name} is not allowed within a ${nested}`);
        }
      }
      return compilePipeline(stages, make(inner ?? scope));
    },
    openPipeline: (name, stages, inner) =>
      openFlow(engine, db, name, stages, make(inner), {}, sources),
    describe: (stage, specification) => describeStage(context, collection, stage, specification),
  });
  return make(variables);
}

export function openFlow(
  engine: Engine,
  db: string,
  target: string,
  given: readonly Value[],
  context: StageContext,
  hint: { hint?: Value },
  sources: OpenSources,
): Flow {
  const view = engine.view(db, target);
  const name = view?.on ?? target;
  const pipeline = view ? [...view.pipeline, ...given] : given;
  const stages = stagesOf(pipeline);
  const run = compilePipeline(pipeline, context);
  if (stages[0] && INITIAL_STAGES.has(stages[0][0])) return run([]);
  const { choice, consumed } = planPipeline(
    engine,
    db,
    name,
    stages,
    context.variables,
    hint,
    context.strings,
  );
  const rest = compilePipeline(pipeline.slice(consumed), context);
  if (!choice) return rest([]);
  return rest(readFlow(engine, db, name, choice, fieldsRead(stages), sources));
}

function describeStage(
  context: CommandContext,
  collection: string | null,
  stage: string,
  specification: Value,
): Doc[] {
  const { engine, db } = context;
  if (stage === '$currentOp') {
    return [
      doc({
        type: 'op',
        host: engine.address,
        connectionId: int32(context.connection.id),
        client: context.connection.remote,
        active: true,
        op: 'command',
        ns: `${db}.$cmd.aggregate`,
        command: context.body,
      }),
    ];
  }
  if (stage === '$listLocalSessions')
    return [doc({ _id: context.document('lsid') ?? doc({}), lastUse: new Date() })];
  const meta = collection === null ? undefined : engine.catalog.find(db, collection);
  if (stage === '$planCacheStats') return [];
  if (!meta) {
    if (stage === '$collStats')
      throw new MongoError(
        26,
        `unable to retrieve storageStats in $collStats stage :: caused by :: Collection [${db}.${collection ?? ''}] not found.`,
      );
    return [];
  }
  if (stage === '$indexStats') {
    return meta.indexes
      .filter((index) => index.ready)
      .map((index) =>
        doc({
          name: index.name,
          key: index.spec.get('key')!,
          host: engine.address,
          accesses: doc({ ops: BigInt(index.uses), since: engine.startedAt }),
          spec: index.spec,
        }),
      );
  }
  const result = doc({ ns: `${db}.${meta.name}`, host: engine.address, localTime: new Date() });
  if (isDoc(specification)) {
    if (specification.has('count')) result.set('count', intOrLong(meta.count));
    if (specification.has('storageStats')) {
      const stats = collStatsCommand(
        context.withBody(
          new Map<string, Value>([
            ['collStats', meta.name],
            ['$db', db],
          ]),
          'collStats',
        ),
      );
      stats.delete('ok');
      stats.delete('ns');
      result.set('storageStats', stats);
    }
    if (specification.has('latencyStats')) result.set('latencyStats', doc({}));
  }
  return [result];
}
