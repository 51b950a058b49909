import { cutFields, decodeDocument } from '../bson/bson-decoder';
import { encodeDocument } from '../bson/bson-encoder';
import type { Doc } from '../bson/bson-value';
import { parseFilter } from '../query/filter-compiler';
import type { KeyField } from '../query/key-values';
import { compileProjection, plainFields } from '../query/projection';
import { parseSort } from '../query/sort-order';
import { sourceOf } from '../plan/document-source';
import type { Plan } from '../plan/planner';
import { findStream, streamOf, type ResultStream } from '../plan/result-stream';
import type { CommandContext } from './command-context';
import { hintOf, nonNegative, openCursor } from './cursor.command';
import { assertNamespace } from '../storage/database';

export interface FindRequest {
  readonly namespace: string;
  readonly plan: Plan;
  readonly stream: ResultStream;
  readonly sort: readonly KeyField[];
  readonly skip: number;
  /** 0: no limit. */
  readonly limit: number;
}

/** Chooses the plan of a find and opens its results. */
export function prepareFind(context: CommandContext): FindRequest {
  const { engine, db, body } = context;
  const name = context.collectionName('find');
  assertNamespace(db, name);
  const filter = parseFilter(context.document('filter') ?? new Map());
  const sort = parseSort(body.get('sort'));
  const skip = nonNegative(context, 'skip') ?? 0;
  const limit = nonNegative(context, 'limit') ?? 0;
  const shown = presenter(context.document('projection') ?? new Map());
  const collection = engine.collection(db, name);
  const request = { namespace: `${db}.${name}`, sort, skip, limit };
  if (!collection)
    return { ...request, plan: { kind: 'empty', sorted: true }, stream: streamOf([]) };
  const most = limit > 0 ? skip + limit : 0;
  const wanted = { filter, sort, limit: most, hint: hintOf(body) };
  const source = sourceOf(collection, wanted);
  const { plan } = source;
  const left = plan.sorted ? [] : sort;
  return { ...request, plan, stream: findStream(source, { sort: left, skip, limit, shown }) };
}

/** How stored documents are sent: decoded only as far as the projection needs. */
function presenter(fields: Doc): (bytes: Buffer) => Buffer {
  if (fields.size === 0) return (bytes) => Buffer.from(bytes);
  const projection = compileProjection(fields);
  const plain = plainFields(fields);
  if (plain) return (bytes) => cutFields(bytes, plain.names, plain.keeps);
  return (bytes) => encodeDocument(projection(decodeDocument(bytes)));
}

/** `find`. */
export async function findCommand(context: CommandContext): Promise<Doc> {
  const { namespace, stream } = prepareFind(context);
  const batchSize = nonNegative(context, 'batchSize');
  return openCursor(context, namespace, stream, batchSize, context.boolean('singleBatch'));
}
