import { doc, int32, type Doc } from '../bson/bson-value';
import { numberOr, toDouble } from '../bson/value-arithmetic';
import { MongoError, failedToParse } from '../mongo-error';
import type { CommandContext } from './command-context';
import { writeMany, writeOne } from './document-write';
import { assertNamespace } from './engine';
import type { Retry } from './retry-records';
import {
  WriteReply,
  assertBatch,
  assertFields,
  assertHint,
  assertWriteConcern,
  eachStatement,
  retryOf,
  targetOf,
} from './write-request';

export async function deleteCommand(context: CommandContext): Promise<Doc> {
  const { engine, db } = context;
  const name = context.collectionName();
  assertNamespace(db, name);
  assertWriteConcern(context);
  const ordered = context.body.get('ordered') !== false;
  const retry = retryOf(context);
  const reply = new WriteReply();
  const statements = [...context.documents('deletes')];
  assertBatch(statements.length);
  engine.assertNoView(db, name);
  for (const { document } of statements) assertStatement(document);
  await eachStatement(
    statements,
    ordered,
    ({ document: statement }, index) => {
      engine.metrics.counters.delete++;
      return deleteStatement(
        context,
        db,
        name,
        statement,
        retry && { ...retry, id: retry.statement(index) },
      );
    },
    (removed) => {
      reply.n += removed;
    },
    (index, error) => reply.fail(index, error),
  );
  return reply.document(false);
}

const DELETE_FIELDS = new Set(['q', 'limit', 'collation', 'hint', 'sampleId']);

/** A statement that cannot be read fails the command before anything is done. @throws MongoError 40414, 40415, 9 or 14 */
function assertStatement(statement: Doc): void {
  assertFields(statement, 'delete.deletes', DELETE_FIELDS, ['limit']);
  const limit = numberOr(statement.get('limit'), NaN);
  if (limit !== 0 && limit !== 1)
    throw failedToParse(`The limit field in delete objects must be 0 or 1. Got ${limit}`);
}

async function deleteStatement(
  context: CommandContext,
  db: string,
  name: string,
  statement: Doc,
  retry: Retry | null,
): Promise<number> {
  const { engine } = context;
  const limit = numberOr(statement.get('limit'), NaN);
  const target = targetOf(context, name, statement);
  if (target.hint !== undefined) assertHint(context, db, name, target.hint);
  if (limit === 0) {
    if (retry) throw new MongoError(72, 'Cannot use retryable writes with limit=0');
    const collection = engine.collection(db, name);
    let n = 0;
    if (collection) {
      await writeMany(engine, collection, target, context.deadline, (where, located) => {
        where.remove(located.record, located.document, located.length);
        engine.metrics.documents.deleted++;
        n++;
      });
    }
    return n;
  }
  return writeOne(
    engine,
    db,
    name,
    target,
    context.deadline,
    () => {
      const outcome = retry && engine.retries.outcome(retry);
      return outcome ? toDouble(outcome.get('n') as number) : null;
    },
    (collection, located) => {
      collection.remove(located.record, located.document, located.length);
      engine.metrics.documents.deleted++;
      if (retry) engine.retries.remember(retry, doc({ n: int32(1) }));
      return 1;
    },
    () => 0,
  );
}
