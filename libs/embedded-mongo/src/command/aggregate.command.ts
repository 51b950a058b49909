import { compilePipeline, fieldsRead, stagesOf } from '../aggregation/pipeline';
import type { Flow } from '../aggregation/stage';
import { decodeDocument, decodeFields } from '../bson/bson-decoder';
import { doc, int32, intOrLong, isDoc, isNumeric, type Doc, type Value } from '../bson/bson-value';
import { integerOperand } from '../bson/value-arithmetic';
import { valuesIdentical } from '../bson/value-comparator';
import { failedToParse } from '../mongo-error';
import { PAUSE } from '../pause';
import { DocumentSource, Slices } from '../plan/document-source';
import { choosePlan, type Choice } from '../plan/plan-choice';
import { ListStream } from '../plan/result-stream';
import { andOf, parseFilter } from '../query/filter-compiler';
import { parseSort } from '../query/sort-order';
import type { CommandContext } from './command-context';
import { countMatching } from './count.commands';
import { batchSizeOf, hintOf, openCursor } from './cursor.commands';
import { assertNamespace } from './engine';
import { PipelineStream } from './pipeline-stream';

type NamedStage = [name: string, specification: Value];

export async function aggregateCommand(context: CommandContext): Promise<Doc> {
  const { engine, db, body } = context;
  const name = context.collectionName();
  assertNamespace(db, name);
  const given = context.array('pipeline');
  if (!given) throw context.missing('pipeline');
  if (!isDoc(body.get('cursor')))
    throw failedToParse(
      "The 'cursor' option is required, except for aggregate with the explain argument",
    );
  const stages = stagesOf(given);
  const counted = await countFromKeys(context, name, stages);
  const namespace = `${db}.${name}`;
  const batchSize = batchSizeOf(context);
  if (counted) return openCursor(context, namespace, new ListStream(counted), batchSize);
  // All stages are compiled, so that their errors are reported even for stages that the plan
  // executes.
  compilePipeline(stages);
  const { choice, consumed } = planPipeline(context, name, stages);
  const rest = compilePipeline(stages.slice(consumed));
  const collection = engine.collection(db, name);
  const source =
    choice && collection && new DocumentSource(engine.store, collection, choice.winner);
  const flow = rest(source ? documentsOf(source, fieldsRead(stages)) : []);
  return openCursor(context, namespace, new PipelineStream(flow, source), batchSize);
}

/** The start of a pipeline that a plan executes. */
interface PipelineStart {
  readonly choice: Choice | null;
  /** Number of stages that the plan executes. */
  readonly consumed: number;
}

export function planPipeline(
  { engine, db, body }: CommandContext,
  name: string,
  stages: readonly NamedStage[],
): PipelineStart {
  let consumed = 0;
  const filters: Doc[] = [];
  for (; stages[consumed]?.[0] === '$match'; consumed++) {
    const filter = stages[consumed]![1];
    if (!isDoc(filter)) break;
    filters.push(filter);
  }
  const filter = andOf(filters.map(parseFilter));
  const found = engine.collection(db, name);
  if (!found) return { choice: null, consumed };
  const sortStage = stages[consumed];
  const sort = sortStage?.[0] === '$sort' ? parseSort(sortStage[1]) : [];
  const limitStage = stages[consumed + (sort.length > 0 ? 1 : 0)];
  const limit = limitStage?.[0] === '$limit' ? (integerOperand(limitStage[1]) ?? 0) : 0;
  const choice = choosePlan(engine.store, found, { filter, sort, limit, ...hintOf(body) });
  if (sort.length > 0 && choice.winner.sorted) consumed++;
  return { choice, consumed };
}

function* documentsOf(source: DocumentSource, fields: ReadonlySet<string> | null): Flow {
  const slices = new Slices();
  try {
    for (;;) {
      if (slices.due()) {
        yield PAUSE;
        slices.restart();
      }
      const found = source.step();
      if (found === undefined) return;
      if (found === null) continue;
      if (found.document) yield found.document;
      else if (fields) yield decodeFields(found.bytes, fields);
      else yield decodeDocument(found.bytes, 0, found.bytes.length);
    }
  } finally {
    source.release();
  }
}

/**
 * The pipeline that drivers send for `countDocuments`: a filter, optional skip and limit, and one
 * group that counts. Index keys can answer it without loading documents. Null for other pipelines.
 */
async function countFromKeys(
  context: CommandContext,
  name: string,
  stages: readonly NamedStage[],
): Promise<Doc[] | null> {
  const rest = [...stages];
  const take = (stage: string): Value | undefined =>
    rest[0]?.[0] === stage ? rest.shift()![1] : undefined;
  const filter = take('$match') ?? new Map();
  const skip = integerOperand(take('$skip') ?? 0);
  const limit = integerOperand(take('$limit') ?? 0);
  const group = take('$group');
  if (rest.length > 0 || !isDoc(group) || !isDoc(filter)) return null;
  if (skip === null || skip < 0 || limit === null || limit < 0) return null;
  const id = group.get('_id');
  if (id === undefined || !(id === null || isNumeric(id)) || group.size !== 2) return null;
  if (!valuesIdentical(group.get('n') ?? null, doc({ $sum: int32(1) }))) return null;
  const n = await countMatching(context, name, parseFilter(filter), skip, limit);
  return n === 0 ? [] : [doc({ _id: id, n: intOrLong(n) })];
}
