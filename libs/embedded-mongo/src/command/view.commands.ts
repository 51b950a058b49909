import {
  badValue,
  decodeDocument,
  doc,
  int32,
  isDoc,
  keyText,
  MongoError,
  parseCollation,
  RawDocument,
  type Doc,
  type StringOrder,
  type Value,
} from '@engawa/mongo-semantics';
import { aggregateCommand } from './aggregate.command';
import type { CommandContext } from './command-context';
import { inOrder, valuesUnder } from './matching';

/** Fields of a find or count that an aggregation takes as they are. */
const CARRIED = [
  '$db',
  'lsid',
  'collation',
  'let',
  'hint',
  'maxTimeMS',
  'noCursorTimeout',
  'comment',
];
/** Options of a find that no view can keep. */
const REFUSED = ['returnKey', 'showRecordId', 'tailable', 'min', 'max'];

function aggregateOn(context: CommandContext, pipeline: Value[], batchSize?: Value): Promise<Doc> {
  const body = new Map<string, Value>([
    ['aggregate', context.collectionName()],
    ['pipeline', pipeline],
    ['cursor', batchSize === undefined ? doc({}) : doc({ batchSize })],
  ]);
  for (const field of CARRIED) {
    const value = context.body.get(field);
    if (value !== undefined) body.set(field, value);
  }
  return aggregateCommand(context.withBody(body, 'aggregate'));
}

/** The stages that do what a find asks for. */
export function stagesOfFind(context: CommandContext): Value[] {
  const stages: Value[] = [];
  const add = (stage: string, value: Value): void => void stages.push(doc({ [stage]: value }));
  const filter = context.document('filter');
  if (filter && filter.size > 0) add('$match', filter);
  const sort = context.document('sort');
  if (sort && sort.size > 0 && !sort.has('$natural')) add('$sort', sort);
  const skip = context.integer('skip') ?? 0;
  if (skip > 0) add('$skip', int32(skip));
  const limit = Math.abs(context.integer('limit') ?? 0);
  if (limit > 0) add('$limit', int32(limit));
  const projection = context.document('projection');
  if (projection && projection.size > 0) add('$project', projection);
  return stages;
}

/** A find on a view is the view's pipeline with the find's own stages behind it. */
export async function findOnView(context: CommandContext): Promise<Doc> {
  for (const option of REFUSED) {
    const value = context.body.get(option);
    if (value !== undefined && value !== false && !(isDoc(value) && value.size === 0))
      throw new MongoError(
        option === 'tailable' ? 167 : 238,
        `Option not supported on a view: ${option}`,
      );
  }
  const single = context.boolean('singleBatch') || (context.integer('limit') ?? 0) < 0;
  const reply = await aggregateOn(context, stagesOfFind(context), context.body.get('batchSize'));
  const cursor = reply.get('cursor') as Doc;
  if (single && cursor.get('id') !== 0n) {
    context.engine.cursors.remove(cursor.get('id') as bigint);
    cursor.set('id', 0n);
  }
  return reply;
}

export async function countOnView(
  context: CommandContext,
  query: Doc,
  skip: number,
  limit: number,
): Promise<Doc> {
  const stages: Value[] = [doc({ $match: query })];
  if (skip > 0) stages.push(doc({ $skip: int32(skip) }));
  if (limit > 0) stages.push(doc({ $limit: int32(limit) }));
  const [first] = await allOf(context, [...stages, doc({ $count: 'n' })]);
  return doc({ n: first?.get('n') ?? int32(0), ok: 1 });
}

export async function distinctOnView(
  context: CommandContext,
  key: string,
  query: Doc,
): Promise<Doc> {
  const strings: StringOrder | undefined = parseCollation(context.body.get('collation'));
  const values = new Map<string, Value>();
  for (const document of await allOf(context, [doc({ $match: query })])) {
    for (const value of valuesUnder(document, key.split('.'), 0)) {
      const key = keyText(value);
      if (!values.has(key)) values.set(key, value);
    }
  }
  return doc({ values: await inOrder([...values.values()], strings, context), ok: 1 });
}

/** All results, which must fit into one batch. */
async function allOf(context: CommandContext, pipeline: Value[]): Promise<Doc[]> {
  const reply = await aggregateOn(context, pipeline, int32(1_000_000));
  const cursor = reply.get('cursor') as Doc;
  if (cursor.get('id') !== 0n) {
    context.engine.cursors.remove(cursor.get('id') as bigint);
    throw badValue('the view has more documents than this command can look at');
  }
  return (cursor.get('firstBatch') as unknown as (Doc | RawDocument)[]).map((item) =>
    item instanceof RawDocument ? decodeDocument(item.bytes as Buffer) : item,
  );
}
