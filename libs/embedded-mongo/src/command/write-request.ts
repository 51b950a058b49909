import { doc, int32, isDoc, isNumeric, type Doc, type Value } from '../bson/bson-value';
import { toDouble } from '../bson/value-arithmetic';
import { MongoError } from '../mongo-error';
import { parseFilter } from '../query/filter-compiler';
import { assertFields } from '../supported';
import type { CommandContext } from './command-context';
import type { Target } from './document-write';
import { assertNamespace } from '../storage/database';

/** Most statements in one write command. */
export const MAX_BATCH = 100_000;

/** Statements of one command that run together: about one commit's, so that writes of others come between. */
const CONCURRENT_STATEMENTS = 64;

/** What a statement changed. */
export interface StatementResult {
  n: number;
  modified: number;
  /** `_id` of the document that an upsert inserted. */
  upserted?: Value;
}

/** Collects the results of statements in the form of MongoDB's reply. */
export class WriteReply {
  n = 0;
  readonly errors: Doc[] = [];
  private modified = 0;
  private readonly upserted: Doc[] = [];

  add(index: number, { n, modified, upserted }: StatementResult): void {
    this.n += n;
    this.modified += modified;
    if (upserted !== undefined) this.upserted.push(doc({ index: int32(index), _id: upserted }));
  }

  /** Records the error of a statement. Rethrows faults of the server and interruptions. */
  fail(index: number, error: unknown): void {
    // Server-wide errors are not those of one statement.
    if (!(error instanceof MongoError) || error.code === 11600) throw error;
    const { code, details, message: errmsg } = error;
    this.errors.push(doc({ index: int32(index), code: int32(code), ...details, errmsg }));
  }

  document(withModified = false): Doc {
    return doc({
      n: int32(this.n),
      nModified: withModified ? int32(this.modified) : undefined,
      upserted: this.upserted.length > 0 ? this.upserted : undefined,
      writeErrors: this.errors.length > 0 ? this.errors : undefined,
      ok: 1,
    });
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
function assertStatement(
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

/**
 * Runs the statements of an update or delete command: sequentially up to the first failure if
 * ordered, otherwise concurrently, so that they share commits. A malformed statement (`assertForm`)
 * fails the command before any write.
 */
export async function runStatements(
  context: CommandContext,
  field: 'updates' | 'deletes',
  assertForm: (statement: Doc) => void,
  run: (collection: string, target: Target, statement: Doc) => Promise<StatementResult>,
): Promise<Doc> {
  const name = writtenCollection(context);
  const ordered = context.body.get('ordered') !== false;
  const reply = new WriteReply();
  const statements = [...context.documents(field)].map(({ document }) => document);
  assertBatch(statements.length);
  for (const statement of statements) {
    assertStatement(context, field, statement);
    assertForm(statement);
  }
  const together = ordered ? 1 : CONCURRENT_STATEMENTS;
  for (let from = 0; from < statements.length; from += together) {
    const batch = statements.slice(from, from + together);
    const runs = batch.map(async (statement) => {
      const filter = parseFilter(statement.get('q') as Doc);
      return run(name, { filter, sort: [] }, statement);
    });
    for (const [offset, outcome] of (await Promise.allSettled(runs)).entries()) {
      if (outcome.status === 'fulfilled') reply.add(from + offset, outcome.value);
      else reply.fail(from + offset, outcome.reason);
    }
    if (ordered && reply.errors.length > 0) break;
  }
  return reply.document(field === 'updates');
}
