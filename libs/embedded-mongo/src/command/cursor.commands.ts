import {
  badValue,
  doc,
  isNumeric,
  MongoError,
  RawDocument,
  toDouble,
  typeMismatch,
  typeName,
  type Doc,
  type Value,
} from '@engawa/mongo-semantics';
import type { Deadline } from '../plan/deadline';
import type { ResultStream } from '../plan/result-stream';
import { TailStream } from '../plan/tail-stream';
import type { CommandContext } from './command-context';
import { FIRST_BATCH, type OpenCursor } from './cursor-registry';

/** The answer that opens a cursor; the cursor is kept only when there is more to come. */
export async function openCursor(
  context: CommandContext,
  namespace: string,
  stream: ResultStream,
  batchSize: number | undefined,
  single = false,
): Promise<Doc> {
  const { engine } = context;
  const count = batchSize ?? FIRST_BATCH;
  let documents: (RawDocument | Doc)[] = [];
  let done = false;
  if (count > 0) ({ documents, done } = await stream.nextBatch(count, context.deadline));
  let id = 0n;
  if (done || single) stream.close();
  else {
    id = engine.cursors.add({
      namespace,
      stream,
      noTimeout: context.boolean('noCursorTimeout'),
      session: context.session,
      timeLeft: context.deadline.at - performance.now(),
    }).id;
  }
  engine.metrics.documents.returned += documents.length;
  return doc({ cursor: doc({ firstBatch: documents, id, ns: namespace }), ok: 1 });
}

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

/** A cursor's number out of any numeric type; one that no cursor has when it is not whole. */
function cursorId(value: Value): bigint {
  if (typeof value === 'bigint') return value;
  const number = toDouble(value as number);
  return Number.isSafeInteger(number) ? BigInt(number) : 0n;
}

export async function getMoreCommand(context: CommandContext): Promise<Doc> {
  const { engine, db, body } = context;
  engine.metrics.counters.getmore++;
  const given = body.get('getMore');
  if (given === undefined || !isNumeric(given)) {
    throw typeMismatch(
      `BSON field 'getMore.getMore' is the wrong type '${typeName(given)}', expected type 'long'`,
    );
  }
  const id = cursorId(given);
  const name = context.collectionName('collection');
  const batchSize = nonNegative(context, 'batchSize') ?? 0;
  const cursor = engine.cursors.get(id);
  if (!cursor) throw new MongoError(43, `cursor id ${id} not found`);
  const namespace = `${db}.${name}`;
  if (cursor.namespace !== namespace) {
    throw new MongoError(
      13,
      `Requested getMore on namespace '${namespace}', but cursor belongs to a different namespace ${cursor.namespace}`,
    );
  }
  assertSession(id, cursor.session, context.session);
  if (
    context.body.has('maxTimeMS') &&
    !(cursor.stream instanceof TailStream && cursor.stream.awaitsData)
  )
    throw badValue('cannot set maxTimeMS on getMore command for a non-awaitData cursor');
  if (cursor.busy) throw new MongoError(12051, `cursor id ${id} is already in use`);
  cursor.busy = true;
  try {
    const { documents, done } =
      cursor.stream instanceof TailStream && cursor.stream.awaitsData
        ? await cursor.stream.nextBatch(batchSize, ...tailWait(context))
        : await nextInTime(context, cursor, batchSize);
    cursor.lastUsed = Date.now();
    if (done) engine.cursors.remove(id);
    engine.metrics.documents.returned += documents.length;
    return doc({ cursor: doc({ nextBatch: documents, id: done ? 0n : id, ns: namespace }), ok: 1 });
  } catch (error) {
    engine.cursors.remove(id);
    throw error;
  } finally {
    cursor.busy = false;
  }
}

/**
 * The time limit of what made a cursor holds for the work of all its batches together, not for the
 * client's pauses between them.
 */
async function nextInTime(
  { engine, deadline: { interrupted } }: CommandContext,
  cursor: OpenCursor,
  batchSize: number,
): ReturnType<ResultStream['nextBatch']> {
  if (cursor.timeLeft < Infinity) engine.failPoints?.assertTimeLeft();
  const at = performance.now() + cursor.timeLeft;
  try {
    return await cursor.stream.nextBatch(batchSize, { at, interrupted });
  } finally {
    cursor.timeLeft = at - performance.now();
  }
}

/** A cursor belongs to the session in which it was made, or to none. @throws MongoError 50736, 50737 or 50738 */
function assertSession(id: bigint, made: string | null, given: string | null): void {
  if (made === given) return;
  const cursor = `Cannot run getMore on cursor ${id}, which was`;
  if (made === null)
    throw new MongoError(50736, `${cursor} not created in a session, in session ${given}`);
  if (given === null)
    throw new MongoError(50737, `${cursor} created in session ${made}, without an lsid`);
  throw new MongoError(50738, `${cursor} created in session ${made}, in session ${given}`);
}

/** A tail that awaits data takes `maxTimeMS` for how long it waits, a second where nothing is said. */
function tailWait(context: CommandContext): [Deadline, number] {
  const { interrupted } = context.deadline;
  return [{ at: Infinity, interrupted }, context.integer('maxTimeMS') ?? 1000];
}

export function killCursorsCommand(context: CommandContext): Doc {
  const ids = context.array('cursors');
  if (!ids)
    throw new MongoError(40414, "BSON field 'killCursors.cursors' is missing but a required field");
  const killed: Value[] = [];
  const notFound: Value[] = [];
  for (const value of ids) {
    if (!isNumeric(value))
      throw typeMismatch(
        `BSON field 'killCursors.cursors.0' is the wrong type '${typeName(value)}', expected type 'long'`,
      );
    const id = cursorId(value);
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
