import { compilePipeline, stagesOf } from '../aggregation/pipeline';
import type { Flow } from '../aggregation/stage';
import { isDoc, type Doc } from '../bson/bson-value';
import { failedToParse } from '../mongo-error';
import { Stretch } from '../pause';
import { documentOf, sourceOf, type DocumentSource } from '../plan/document-source';
import { streamOf } from '../plan/result-stream';
import { andOf, parseFilter } from '../query/filter-compiler';
import type { CommandContext } from './command-context';
import { batchSizeOf, openCursor } from './cursor.command';
import { assertNamespace } from '../storage/database';

/** `aggregate`. @throws MongoError 9 for an invalid pipeline, 40324 for an unsupported stage */
export async function aggregateCommand(context: CommandContext): Promise<Doc> {
  const { engine, db, body } = context;
  const name = context.collectionName();
  assertNamespace(db, name);
  const given = context.array('pipeline');
  if (!isDoc(body.get('cursor')))
    throw failedToParse(
      "The 'cursor' option is required, except for aggregate with the explain argument",
    );
  const stages = stagesOf(given);
  // All stages are compiled, so that their errors are reported even for those that a plan executes.
  const compiled = compilePipeline(stages);
  const following = stages.findIndex(([stage]) => stage !== '$match');
  const matched = following < 0 ? stages : stages.slice(0, following);
  const filter = andOf(matched.map(([, condition]) => parseFilter(condition as Doc)));
  const collection = engine.collection(db, name);
  const request = { filter, sort: [], limit: 0 };
  const source = collection && sourceOf(collection, request);
  const documents: Flow = source ? documentsOf(source) : [];
  const flow = compiled.slice(matched.length).reduce((input, stage) => stage(input), documents);
  return openCursor(context, `${db}.${name}`, streamOf(flow, source), batchSizeOf(context));
}

function* documentsOf(source: DocumentSource): Flow {
  const stretch = new Stretch();
  for (let found = source.step(); found !== undefined; found = source.step()) {
    if (found) yield documentOf(found);
    yield* stretch.rest();
  }
}
