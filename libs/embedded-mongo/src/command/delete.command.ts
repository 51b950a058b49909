import {
  doc,
  failedToParse,
  int32,
  MongoError,
  numberOr,
  toDouble,
  type Doc,
} from '@engawa/mongo-semantics';
import type { Collection } from '../storage/collection';
import type { CommandContext } from './command-context';
import { writeMany, writeOne, type Located } from './document-write';
import { assertFields, assertHint, runStatements, targetOf, type Statement } from './write-request';

export async function deleteCommand(context: CommandContext): Promise<Doc> {
  const reply = await runStatements(
    context,
    'deletes',
    assertStatement,
    (statement) => {
      context.engine.metrics.counters.delete++;
      return deleteStatement(context, statement);
    },
    (told, removed) => {
      told.n += removed;
    },
  );
  return reply.document(false);
}

const DELETE_FIELDS = new Set(['q', 'limit', 'collation', 'hint', 'sampleId']);

/** @throws MongoError 40414, 40415, 9 or 14 */
function assertStatement(statement: Doc): void {
  assertFields(statement, 'delete.deletes', DELETE_FIELDS, ['limit']);
  const limit = numberOr(statement.get('limit'), NaN);
  if (limit !== 0 && limit !== 1)
    throw failedToParse(`The limit field in delete objects must be 0 or 1. Got ${limit}`);
}

async function deleteStatement(
  context: CommandContext,
  { name, document: statement, retry }: Statement,
): Promise<number> {
  const { engine, db } = context;
  const limit = numberOr(statement.get('limit'), NaN);
  const target = targetOf(context, name, statement);
  if (target.hint !== undefined) assertHint(context, db, name, target.hint);
  const remove = (collection: Collection, { record, document, length }: Located): void => {
    collection.remove(record, document, length);
    engine.metrics.documents.deleted++;
  };
  if (limit === 0) {
    if (retry) throw new MongoError(72, 'Cannot use retryable writes with limit=0');
    const collection = engine.collection(db, name);
    let n = 0;
    if (collection) {
      await writeMany(engine, collection, target, context.deadline, (where, located) => {
        remove(where, located);
        n++;
      });
    }
    return n;
  }
  return writeOne(context, name, target, retry, {
    again: (outcome) => toDouble(outcome.get('n') as number),
    found: (collection, located) => {
      remove(collection, located);
      if (retry) engine.retries.remember(retry, doc({ n: int32(1) }));
      return 1;
    },
    missing: () => 0,
  });
}
