import { doc, int32, isNumeric, type Doc } from '../bson/bson-value';
import { toDouble } from '../bson/value-arithmetic';
import { MongoError, failedToParse } from '../mongo-error';
import type { CommandContext } from './command-context';
import { writeMany, writeOne } from './document-write';
import { assertNamespace } from './engine';
import type { Retry } from './retry-records';
import {
  WriteReply,
  assertBatch,
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

async function deleteStatement(
  context: CommandContext,
  db: string,
  name: string,
  statement: Doc,
  retry: Retry | null,
): Promise<number> {
  const { engine } = context;
  for (const field of statement.keys()) {
    if (!['q', 'limit', 'collation', 'hint', 'sampleId'].includes(field)) {
      throw new MongoError(40415, `BSON field 'delete.deletes.${field}' is an unknown field.`);
    }
  }
  const limitValue = statement.get('limit');
  if (limitValue === undefined)
    throw new MongoError(
      40414,
      "BSON field 'delete.deletes.limit' is missing but a required field",
    );
  const limit = isNumeric(limitValue) ? toDouble(limitValue) : NaN;
  if (limit !== 0 && limit !== 1)
    throw failedToParse(`The limit field in delete objects must be 0 or 1. Got ${limit}`);
  const target = targetOf(context, name, statement, 'q');
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
