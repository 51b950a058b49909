import { doc, int32, isDoc, isNumeric, type Doc } from '../bson/bson-value';
import { toDouble } from '../bson/value-arithmetic';
import { MongoError } from '../mongo-error';
import { parseFilter } from '../query/filter-compiler';
import { parseSort } from '../query/sort-order';
import { findHinted } from '../plan/planner';
import { assertFields } from '../supported';
import type { CommandContext } from './command-context';
import { hintOf } from './cursor.command';
import type { Target } from './document-write';
import { assertNamespace } from '../storage/database';

/** Most statements in one write command. */
export const MAX_BATCH = 100_000;

/** Statements of one command that run together: about one commit's, so that writes of others come between. */
const CONCURRENT_STATEMENTS = 64;

/** Collects the results of statements in the form of MongoDB's reply. */
export class WriteReply {
  n = 0;
  modified = 0;
  readonly upserted: Doc[] = [];
  readonly errors: Doc[] = [];

  /** Records the error of a statement. Rethrows faults of the server and interruptions. */
  fail(index: number, error: unknown): void {
    if (!(error instanceof MongoError)) throw error;
    // Server-wide errors are not those of one statement.
    if (error.code === 11600) throw error;
    this.errors.push(
      doc({
        index: int32(index),
        code: int32(error.code),
        ...(error.details ?? {}),
        errmsg: error.message,
      }),
    );
  }

  document(withModified: boolean): Doc {
    const reply = doc({ n: int32(this.n) });
    if (withModified) reply.set('nModified', int32(this.modified));
    if (this.upserted.length > 0) reply.set('upserted', this.upserted);
    if (this.errors.length > 0) reply.set('writeErrors', this.errors);
    reply.set('ok', 1);
    return reply;
  }
}

/** @throws MongoError 16 for an empty batch or one above the limit */
export function assertBatch(count: number): void {
  if (count >= 1 && count <= MAX_BATCH) return;
  throw new MongoError(
    16,
    `Write batch sizes must be between 1 and ${MAX_BATCH}. Got ${count} operations.`,
  );
}

/** The collection that a write command names. @throws MongoError 73, and 2 for more than one member */
export function writtenCollection(context: CommandContext): string {
  const name = context.collectionName();
  assertNamespace(context.db, name);
  const w = context.document('writeConcern')?.get('w');
  if (w !== undefined && w !== 'majority' && !(isNumeric(w) && toDouble(w) <= 1))
    throw new MongoError(2, "cannot use 'w' > 1 when a host is not replicated");
  return name;
}

/** @throws MongoError 40415, 40414 or 14 for a statement that does not have the form of an update or delete */
export function assertStatement(
  context: CommandContext,
  list: 'updates' | 'deletes',
  statement: Doc,
): void {
  assertFields(list === 'updates' ? 'update.updates' : 'delete.deletes', statement.keys());
  for (const field of ['q', list === 'updates' ? 'u' : 'limit'])
    if (!statement.has(field)) throw context.missing(`${list}.${field}`);
  const filter = statement.get('q')!;
  if (!isDoc(filter)) throw context.wrongType(`${list}.q`, filter, 'object');
}

/** @param sort for the first document of several */
export function targetOf(context: CommandContext, name: string, filter: Doc, fields: Doc): Target {
  const { hint } = hintOf(fields);
  const collection = context.engine.collection(context.db, name);
  if (hint !== undefined && collection) findHinted(collection.meta, hint);
  const sort = parseSort(fields.get('sort'));
  return { filter: parseFilter(filter), sort, ...(hint === undefined ? {} : { hint }) };
}

/**
 * Runs the statements of an update or delete command: sequentially up to the first failure if
 * ordered, otherwise concurrently, so that they share commits. A malformed statement (`assertForm`)
 * fails the command before any write.
 */
export async function runStatements<Result>(
  context: CommandContext,
  field: 'updates' | 'deletes',
  assertForm: (statement: Doc) => void,
  run: (collection: string, statement: Doc) => Promise<Result>,
  count: (reply: WriteReply, result: Result, index: number) => void,
): Promise<WriteReply> {
  const name = writtenCollection(context);
  const ordered = context.body.get('ordered') !== false;
  const reply = new WriteReply();
  const statements = [...context.documents(field)].map(({ document }) => document);
  assertBatch(statements.length);
  for (const statement of statements) assertForm(statement);
  const together = ordered ? 1 : CONCURRENT_STATEMENTS;
  for (let from = 0; from < statements.length; from += together) {
    const batch = statements.slice(from, from + together);
    const outcomes = await Promise.allSettled(batch.map((statement) => run(name, statement)));
    for (const [offset, outcome] of outcomes.entries()) {
      if (outcome.status === 'fulfilled') count(reply, outcome.value, from + offset);
      else {
        reply.fail(from + offset, outcome.reason);
        if (ordered) return reply;
      }
    }
  }
  return reply;
}
