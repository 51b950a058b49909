import { decodeDocument, decodeFields } from '../bson/bson-decoder';
import {
  doc,
  int32,
  intOrLong,
  isDoc,
  isNumeric,
  RawDocument,
  typeName,
  type Doc,
  type Value,
} from '../bson/bson-value';
import type { StringOrder } from '../bson/value-comparator';
import { toDouble } from '../bson/value-arithmetic';
import { compilePipeline, fieldsRead, INITIAL_STAGES, stagesOf } from '../aggregation/pipeline';
import { PAUSE, type Flow, type StageContext } from '../aggregation/stage';
import { failedToParse, MongoError } from '../mongo-error';
import { parseCollation } from '../query/collation';
import { DocumentSource, Slices } from '../query/document-source';
import { integerOperand, parseFilter } from '../query/filter-compiler';
import { choosePlan, type Choice } from '../query/plan-choice';
import { ListStream } from '../query/result-stream';
import { parseSort } from '../query/sort-order';
import { encodeDocument } from '../bson/bson-encoder';
import { assertWriteStage, writeResults } from './aggregate-output';
import type { CommandContext } from './command-context';
import { assertInTime, BATCH_BYTES, type Deadline, type ResultStream } from './cursor-registry';
import { assertDatabaseName, assertNamespace, type Engine } from './engine';
import { countMatching, openCursor } from './read.commands';
import { explainAggregate } from './explain.command';
import { collStatsCommand } from './catalog.commands';
import { assertWriteConcern, hintOf, letVariables } from './write.commands';

/** Stages that compare strings in the order of a collation, or do not compare at all. */
const COLLATED_STAGES = new Set([
  '$match',
  '$sort',
  '$limit',
  '$skip',
  '$unset',
  '$unwind',
  '$count',
  '$out',
  '$sample',
]);

/** Stages that compare only where one of the operators below stands in them. */
const EXPRESSION_STAGES = new Set([
  '$project',
  '$addFields',
  '$set',
  '$replaceRoot',
  '$replaceWith',
  '$group',
]);
/** Operators that compare values. */
const COMPARING =
  /^\$(?:eq|ne|gte?|lte?|cmp|in|max|min|maxN|minN|top|topN|bottom|bottomN|addToSet|sortArray|indexOfArray|set[A-Z]\w+|allElementsTrue|anyElementTrue|switch|lookup|map|filter|reduce)$/;

/** Whether a stage does under a collation what MongoDB does. */
function isCollated(stage: string, specification: Value): boolean {
  return COLLATED_STAGES.has(stage) || (EXPRESSION_STAGES.has(stage) && !compares(specification));
}

function compares(value: Value): boolean {
  if (Array.isArray(value)) return value.some(compares);
  if (!isDoc(value)) return false;
  return [...value].some(([name, inner]) => COMPARING.test(name) || compares(inner));
}

/** Stages that API version 1 does not hold. */
const UNSTABLE_STAGES = new Set([
  '$currentOp',
  '$indexStats',
  '$listLocalSessions',
  '$listSessions',
  '$planCacheStats',
  '$search',
]);

/** Walks that a pipeline has under way. */
type OpenSources = Set<{ release(): void }>;

/** Results of a pipeline, made as they are asked for. */
class PipelineStream implements ResultStream {
  private readonly iterator: Iterator<Doc | typeof PAUSE>;
  private held: Buffer | null = null;
  private closed = false;

  constructor(
    flow: Flow,
    private readonly sources: OpenSources,
  ) {
    this.iterator = flow[Symbol.iterator]();
  }

  /** No snapshot of the data is held while nobody waits for a document. */
  private release(): void {
    for (const source of this.sources) source.release();
  }

  async nextBatch(
    count: number,
    deadline: Deadline | null,
  ): Promise<{ documents: RawDocument[]; done: boolean }> {
    try {
      return await this.gather(count, deadline);
    } finally {
      this.release();
    }
  }

  private async gather(
    count: number,
    deadline: Deadline | null,
  ): Promise<{ documents: RawDocument[]; done: boolean }> {
    const documents: RawDocument[] = [];
    const slices = new Slices();
    let bytes = 0;
    for (;;) {
      if (count > 0 && documents.length >= count) {
        return { documents, done: false };
      }
      let next = this.held;
      this.held = null;
      if (!next) {
        const step = this.iterator.next();
        if (step.done || this.closed) return { documents, done: true };
        if (step.value === PAUSE || slices.due()) {
          this.release();
          await slices.pause();
          assertInTime(deadline);
          if (step.value === PAUSE) continue;
        }
        next = encodeDocument(step.value as Doc);
        if (next.length > 16_793_600)
          throw new MongoError(
            10334,
            `BSONObj size: ${next.length} (0x${next.length.toString(16).toUpperCase()}) is invalid. Size must be between 0 and 16793600(16MB)`,
          );
      }
      if (documents.length > 0 && bytes + next.length > BATCH_BYTES) {
        this.held = next;
        return { documents, done: false };
      }
      bytes += next.length;
      documents.push(new RawDocument(next));
    }
  }

  close(): void {
    this.closed = true;
    this.iterator.return?.();
  }
}

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

function openFlow(
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

export async function aggregateCommand(context: CommandContext): Promise<Doc> {
  const { engine, db, body } = context;
  const target = body.get('aggregate');
  const given = context.array('pipeline');
  if (!given)
    throw new MongoError(40414, "BSON field 'aggregate.pipeline' is missing but a required field");
  const cursorOption = body.get('cursor');
  if (cursorOption === undefined && !context.boolean('explain'))
    throw failedToParse(
      "The 'cursor' option is required, except for aggregate with the explain argument",
    );
  if (cursorOption !== undefined && !isDoc(cursorOption))
    throw new MongoError(14, 'cursor field must be missing or an object');
  const batchSize = batchSizeOf(cursorOption);
  let pipeline = given;
  let stages = stagesOf(pipeline);
  assertStagesAllowed(context, stages);
  let name: string | null = null;
  if (typeof target === 'string') {
    name = target;
    assertNamespace(db, name);
    const view = engine.view(db, name);
    if (view) {
      name = view.on;
      pipeline = [...view.pipeline, ...given];
      stages = stagesOf(pipeline);
    }
  } else if (target !== undefined && isNumeric(target) && toDouble(target) === 1) {
    assertDatabaseName(db);
    if (!stages[0] || !INITIAL_STAGES.has(stages[0][0])) {
      throw new MongoError(
        73,
        `{aggregate: 1} is not valid for '${stages[0]?.[0] ?? 'an empty pipeline'}'; a collection is required.`,
      );
    }
  } else
    throw new MongoError(
      9,
      `Invalid command format: the 'aggregate' field must specify a collection name or 1, but found ${typeName(target)}`,
    );
  const strings =
    name === null
      ? parseCollation(body.get('collation'))
      : engine.strings(db, name, body.get('collation'));
  const variables = letVariables(context);
  if (context.boolean('explain')) return explainAggregate(context, name, pipeline, variables);
  const namespace = name === null ? `${db}.$cmd.aggregate` : `${db}.${String(target)}`;
  const last = stages[stages.length - 1];
  const writes = last && (last[0] === '$out' || last[0] === '$merge');
  const sources: OpenSources = new Set();
  const scope = stageContext(context, name, variables, sources, strings);
  if (writes) {
    assertWriteConcern(context);
    assertWriteStage(last[0], last[1]);
  }
  const read = writes ? pipeline.slice(0, -1) : pipeline;
  const counted =
    name === null || writes ? null : await coveredCount(context, name, stages, variables, strings);
  if (counted) return openCursor(context, namespace, new ListStream(counted), batchSize);
  const strange = strings && stages.find((stage) => !isCollated(...stage));
  if (strange) throw new MongoError(115, `${strange[0]} with a collation is not supported`);
  const flow =
    name === null
      ? compilePipeline(read, scope)([])
      : openFlow(engine, db, name, read, scope, hintOf(body), sources);
  const stream = new PipelineStream(flow, sources);
  if (writes) {
    await writeResults(context, last[0], last[1], stream, variables);
    return openCursor(context, namespace, new ListStream([]), batchSize);
  }
  engine.metrics.counters.command++;
  return openCursor(context, namespace, stream, batchSize);
}

/** @throws MongoError 72 or 323 for stages that the command's own fields exclude */
function assertStagesAllowed({ body }: CommandContext, stages: readonly [string, Value][]): void {
  const names = stages.map(([name]) => name);
  const concern = body.get('readConcern');
  const writes = names.find((name) => name === '$out' || name === '$merge');
  if (writes && isDoc(concern) && concern.get('level') === 'linearizable')
    throw new MongoError(72, `${writes} cannot be used with a 'linearizable' read concern level`);
  const unstable = names.find((name) => UNSTABLE_STAGES.has(name));
  if (unstable && body.get('apiStrict') === true)
    throw new MongoError(
      323,
      `stage ${unstable} is not allowed with 'apiStrict: true' in API Version 1`,
    );
}

function batchSizeOf(cursor: Value | undefined): number | undefined {
  const value = isDoc(cursor) ? cursor.get('batchSize') : undefined;
  if (value === undefined) return undefined;
  if (!isNumeric(value))
    throw new MongoError(
      14,
      `BSON field 'batchSize' is the wrong type '${typeName(value)}', expected types '[long, int, decimal, double]'`,
    );
  const size = toDouble(value);
  if (size < 0)
    throw new MongoError(
      51024,
      `BSON field 'batchSize' value must be >= 0, actual value '${size}'`,
    );
  return Math.trunc(size);
}

/**
 * What drivers ask as `countDocuments`: a filter, maybe skip and limit, and one group that counts. The keys of an
 * index can tell it without loading a document.
 */
async function coveredCount(
  context: CommandContext,
  name: string,
  stages: readonly [string, Value][],
  variables: Doc,
  strings?: StringOrder,
): Promise<Doc[] | null> {
  const { engine, db } = context;
  const collection = engine.collection(db, name);
  if (!collection) return null;
  let at = 0;
  const filter = stages[0]?.[0] === '$match' && isDoc(stages[0][1]) ? stages[at++]![1] : new Map();
  let skip = 0;
  let limit = 0;
  if (stages[at]?.[0] === '$skip') {
    skip = integerOperand(stages[at]![1]) ?? -1;
    at++;
  }
  if (stages[at]?.[0] === '$limit') {
    limit = integerOperand(stages[at]![1]) ?? -1;
    at++;
    if (limit <= 0) return null;
  }
  const last = stages[at];
  if (!last || skip < 0 || at !== stages.length - 1) return null;
  let field: string;
  let id: Value | undefined;
  if (last[0] === '$count' && typeof last[1] === 'string' && /^[^$.]+$/.test(last[1]))
    field = last[1];
  else if (last[0] === '$group' && isDoc(last[1]) && last[1].size === 2) {
    id = last[1].get('_id');
    if (id === undefined || isDoc(id) || Array.isArray(id) || typeof id === 'string') return null;
    const [otherName, accumulator] = [...last[1]].find(([key]) => key !== '_id')!;
    if (!isDoc(accumulator) || accumulator.size !== 1) return null;
    const sum = accumulator.get('$sum');
    if (typeName(sum) !== 'int' || String(sum) !== '1') return null;
    field = otherName;
  } else return null;
  let n: number;
  const hint = hintOf(context.body);
  if ((filter as Doc).size === 0 && hint.hint === undefined) {
    n = Math.max(0, collection.meta.count - skip);
    if (limit > 0) n = Math.min(n, limit);
  } else {
    const choice = choosePlan(engine.store, collection, {
      filter: parseFilter(filter as Doc, { variables, ...(strings ? { strings } : {}) }),
      sort: [],
      limit: 0,
      strings,
      ...hint,
    });
    n = await countMatching(engine, collection, choice, skip, limit, context);
  }
  if (n === 0) return [];
  return [
    id === undefined ? doc({ [field]: intOrLong(n) }) : doc({ _id: id, [field]: intOrLong(n) }),
  ];
}
