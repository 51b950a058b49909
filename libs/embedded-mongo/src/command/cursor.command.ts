import { doc, isDoc, isNumeric, type Doc, type Value } from '../bson/bson-value';
import { toDouble } from '../bson/value-arithmetic';
import { MongoError } from '../mongo-error';
import type { ResultStream } from '../plan/result-stream';
import type { CommandContext } from './command-context';

/** Size of the first batch without a batchSize. */
const FIRST_BATCH = 101;

/** The reply that opens a cursor; the cursor is kept only when more documents follow. */
export async function openCursor(
  context: CommandContext,
  namespace: string,
  stream: ResultStream,
  batchSize = FIRST_BATCH,
  single = false,
): Promise<Doc> {
  const { documents, done } =
    batchSize > 0
      ? await stream.nextBatch(batchSize, context.interruption)
      : { documents: [], done: false };
  let id = 0n;
  if (done || single) stream.close();
  else id = context.engine.cursors.add(namespace, stream);
  return doc({ cursor: doc({ firstBatch: documents, id, ns: namespace }), ok: 1 });
}

/** @throws MongoError 14 or 51024 for anything but a number from 0 on */
export function nonNegative(
  context: CommandContext,
  field: string,
  value: Value = context.body.get(field) ?? null,
): number | undefined {
  if (value === null) return undefined;
  if (!isNumeric(value)) throw context.wrongType(field, value, 'long');
  const count = Math.trunc(toDouble(value));
  if (count >= 0) return count;
  throw new MongoError(51024, `BSON field '${field}' value must be >= 0, actual value '${count}'`);
}

/** The batch size in the `cursor` field of commands that have one. @throws MongoError 14 or 51024 */
export function batchSizeOf(context: CommandContext): number | undefined {
  const size = context.document('cursor')?.get('batchSize') ?? null;
  return nonNegative(context, 'cursor.batchSize', size);
}

/** The id of a cursor, as the reply that opened it gave it. @throws MongoError 14 */
function cursorId(context: CommandContext, field: string, value: Value = null): bigint {
  if (typeof value !== 'bigint') throw context.wrongType(field, value, 'long');
  return value;
}

/** `getMore`. @throws MongoError 43 for an unknown cursor */
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
  if (cursor.busy) throw new MongoError(12051, `cursor id ${id} is already in use`);
  cursor.busy = true;
  try {
    const { documents, done } = await cursor.stream.nextBatch(batchSize, context.interruption);
    if (done) engine.cursors.remove(id);
    return doc({ cursor: doc({ nextBatch: documents, id: done ? 0n : id, ns: namespace }), ok: 1 });
  } catch (error) {
    engine.cursors.remove(id);
    throw error;
  } finally {
    cursor.lastUsed = Date.now();
    cursor.busy = false;
  }
}

/** `killCursors`; unknown ids are listed in the reply. */
export function killCursorsCommand(context: CommandContext): Doc {
  const killed: Value[] = [];
  const notFound: Value[] = [];
  for (const value of context.array('cursors')) {
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
export function hintOf(fields: Doc): Value | undefined {
  const hint = fields.get('hint');
  return isDoc(hint) && hint.size === 0 ? undefined : hint;
}
