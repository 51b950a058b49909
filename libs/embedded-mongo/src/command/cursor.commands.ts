import { doc, isDoc, isNumeric, type Doc, type Value } from '../bson/bson-value';
import { toDouble } from '../bson/value-arithmetic';
import { badValue, MongoError } from '../mongo-error';
import type { ResultStream } from '../plan/result-stream';
import type { CommandContext } from './command-context';

/** Size of the first batch without a batchSize. */
const FIRST_BATCH = 101;

/** The reply that opens a cursor; the cursor is kept only when more documents follow. */
export async function openCursor(
  context: CommandContext,
  namespace: string,
  stream: ResultStream,
  batchSize: number | undefined,
  single = false,
): Promise<Doc> {
  const count = batchSize ?? FIRST_BATCH;
  const { documents, done } =
    count > 0 ? await stream.nextBatch(count, context.deadline) : { documents: [], done: false };
  let id = 0n;
  if (done || single) stream.close();
  else {
    id = context.engine.cursors.add({
      namespace,
      stream,
      noTimeout: context.boolean('noCursorTimeout'),
      timeLeft: context.deadline.at - performance.now(),
    }).id;
  }
  return doc({ cursor: doc({ firstBatch: documents, id, ns: namespace }), ok: 1 });
}

/** @throws MongoError 51024 for a negative number */
export function nonNegative(context: CommandContext, field: string): number | undefined {
  const value = context.integer(field);
  if (value !== undefined && value < 0) {
    throw new MongoError(
      51024,
      `BSON field '${field}' value must be >= 0, actual value '${value}'`,
    );
  }
  return value;
}

/** The batch size in the `cursor` field of commands that have one. @throws MongoError 14 or 51024 */
export function batchSizeOf(context: CommandContext): number | undefined {
  const value = context.document('cursor')?.get('batchSize');
  if (value === undefined) return undefined;
  if (!isNumeric(value)) throw context.wrongType('cursor.batchSize', value, 'long');
  const size = Math.trunc(toDouble(value));
  if (size < 0)
    throw new MongoError(
      51024,
      `BSON field 'batchSize' value must be >= 0, actual value '${size}'`,
    );
  return size;
}

/** A cursor id of any numeric type; an unused id when it is not an integer. */
function cursorId(context: CommandContext, field: string, value: Value | undefined): bigint {
  if (value === undefined || !isNumeric(value))
    throw context.wrongType(field, value ?? null, 'long');
  if (typeof value === 'bigint') return value;
  const number = toDouble(value);
  return Number.isSafeInteger(number) ? BigInt(number) : 0n;
}

export async function getMoreCommand(context: CommandContext): Promise<Doc> {
  const { engine, db, body } = context;
  const id = cursorId(context, 'getMore', body.get('getMore'));
  const namespace = `${db}.${context.collectionName('collection')}`;
  const batchSize = nonNegative(context, 'batchSize') ?? 0;
  const cursor = engine.cursors.get(id);
  if (!cursor) throw new MongoError(43, `cursor id ${id} not found`);
  if (cursor.namespace !== namespace) {
    throw new MongoError(
      13,
      `Requested getMore on namespace '${namespace}', but cursor belongs to a different namespace ${cursor.namespace}`,
    );
  }
  if (body.has('maxTimeMS'))
    throw badValue('cannot set maxTimeMS on getMore command for a non-awaitData cursor');
  if (cursor.busy) throw new MongoError(12051, `cursor id ${id} is already in use`);
  cursor.busy = true;
  // The time limit covers the work of all batches, not the client's pauses between them.
  const at = performance.now() + cursor.timeLeft;
  try {
    const { interrupted } = context.deadline;
    const { documents, done } = await cursor.stream.nextBatch(batchSize, { at, interrupted });
    if (done) engine.cursors.remove(id);
    return doc({ cursor: doc({ nextBatch: documents, id: done ? 0n : id, ns: namespace }), ok: 1 });
  } catch (error) {
    engine.cursors.remove(id);
    throw error;
  } finally {
    cursor.timeLeft = at - performance.now();
    cursor.lastUsed = Date.now();
    cursor.busy = false;
  }
}

export function killCursorsCommand(context: CommandContext): Doc {
  const ids = context.array('cursors');
  if (!ids) throw context.missing('cursors');
  const killed: Value[] = [];
  const notFound: Value[] = [];
  for (const value of ids) {
    const id = cursorId(context, 'cursors.0', value);
    (context.engine.cursors.remove(id) ? killed : notFound).push(id);
  }
  return doc({
    cursorsKilled: killed,
    cursorsNotFound: notFound,
    cursorsAlive: [],
    cursorsUnknown: [],
    ok: 1,
  });
}

/** The index hint of a command or statement, by name or key pattern. */
export function hintOf(fields: Doc): { hint?: Value } {
  const hint = fields.get('hint');
  return hint === undefined || (isDoc(hint) && hint.size === 0) ? {} : { hint };
}
