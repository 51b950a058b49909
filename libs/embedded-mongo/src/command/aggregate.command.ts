import {
  compilePipeline,
  doc,
  failedToParse,
  INITIAL_STAGES,
  integerOperand,
  intOrLong,
  isDoc,
  isNumeric,
  MongoError,
  parseCollation,
  parseFilter,
  stagesOf,
  toDouble,
  typeName,
  type Doc,
  type StringOrder,
  type Value,
} from '@engawa/mongo-semantics';
import { ListStream } from '../plan/result-stream';
import { assertWriteStage, writeResults } from './aggregate-output';
import type { CommandContext } from './command-context';
import { openCursor } from './cursor.commands';
import { assertDatabaseName, assertNamespace } from './engine';
import { explainAggregate } from './explain.command';
import { countMatching, planOf } from './matching';
import { openFlow, stageContext } from './pipeline-source';
import { PipelineStream, type OpenSources } from './pipeline-stream';
import { assertWriteConcern, hintOf, letVariables } from './write-request';

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

/** Stages that read no collection. */
const LONE_STAGES = new Set(['$documents', '$currentOp', '$listLocalSessions']);

/** Stages that API version 1 does not hold. */
const UNSTABLE_STAGES = new Set([
  '$currentOp',
  '$indexStats',
  '$listLocalSessions',
  '$listSessions',
  '$planCacheStats',
  '$search',
]);

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
    if (stages[0] && LONE_STAGES.has(stages[0][0]))
      throw new MongoError(73, `'${stages[0][0]}' can only be run with {aggregate: 1}`);
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
    if (stages[0][0] === '$currentOp' && db !== 'admin')
      throw new MongoError(
        73,
        "$currentOp must be run against the 'admin' database with {aggregate: 1}",
      );
  } else
    throw new MongoError(
      9,
      `Invalid command format: the 'aggregate' field must specify a collection name or 1, but found ${typeName(target)}`,
    );
  const strings =
    name === null
      ? parseCollation(body.get('collation'))
      : // A view has its own collation, whatever that of its collection is.
        engine.strings(db, target as string, body.get('collation'));
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
    if (!isDoc(accumulator) || accumulator.size !== 1 || /^\$|\./.test(otherName)) return null;
    const sum = accumulator.get('$sum');
    if (typeName(sum) !== 'int' || String(sum) !== '1') return null;
    field = otherName;
  } else return null;
  let n: number;
  if ((filter as Doc).size === 0 && hintOf(context.body).hint === undefined) {
    n = Math.max(0, collection.meta.count - skip);
    if (limit > 0) n = Math.min(n, limit);
  } else {
    const parsed = parseFilter(filter as Doc, { variables, ...(strings ? { strings } : {}) });
    const choice = planOf(context, collection, parsed, strings);
    n = await countMatching(engine, collection, choice, skip, limit, context);
  }
  if (n === 0) return [];
  return [
    id === undefined ? doc({ [field]: intOrLong(n) }) : doc({ _id: id, [field]: intOrLong(n) }),
  ];
}
