import type { Doc } from '../bson/bson-value';
import { numberOr } from '../bson/value-arithmetic';
import { failedToParse } from '../mongo-error';
import type { Collection } from '../storage/collection';
import type { CommandContext } from './command-context';
import { writeMany, writeOne, type Located } from './document-write';
import { assertStatement, runStatements, targetOf } from './write-request';

/** `delete`. */
export async function deleteCommand(context: CommandContext): Promise<Doc> {
  const reply = await runStatements(
    context,
    'deletes',
    (statement) => {
      assertStatement(context, 'deletes', statement);
      const limit = limitOf(statement);
      if (limit !== 0 && limit !== 1)
        throw failedToParse(`The limit field in delete objects must be 0 or 1. Got ${limit}`);
    },
    (name, statement) => deleteStatement(context, name, statement),
    (all, removed) => void (all.n += removed),
  );
  return reply.document(false);
}

function limitOf(statement: Doc): number {
  return numberOr(statement.get('limit'), NaN);
}

async function deleteStatement(
  context: CommandContext,
  name: string,
  statement: Doc,
): Promise<number> {
  const { engine, db } = context;
  const target = targetOf(context, name, statement.get('q') as Doc, statement);
  let n = 0;
  const found = (where: Collection, { record, document }: Located): void => {
    where.remove(record, document);
    n += 1;
  };
  const all = engine.collection(db, name);
  const missing = (): void => undefined;
  if (limitOf(statement) === 1) await writeOne(context, name, target, { found, missing });
  else if (all) await writeMany(all, target, context.interruption, found);
  return n;
}
