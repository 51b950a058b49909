import type { Doc } from '../bson/bson-value';
import { numberOr } from '../bson/value-arithmetic';
import { failedToParse } from '../mongo-error';
import type { CommandContext } from './command-context';
import { writeMany, writeOne, type Located } from './document-write';
import { runStatements } from './write-request';

/** `delete`. */
export function deleteCommand(context: CommandContext): Promise<Doc> {
  const { engine, db } = context;
  return runStatements(
    context,
    'deletes',
    (statement) => {
      const limit = limitOf(statement);
      if (limit !== 0 && limit !== 1)
        throw failedToParse(`The limit field in delete objects must be 0 or 1. Got ${limit}`);
    },
    async (name, target, statement) => {
      const result = { n: 0, modified: 0 };
      const found = ({ collection, record, document }: Located): void => {
        collection.remove(record, document);
        result.n++;
      };
      const missing = (): void => undefined;
      if (limitOf(statement) === 1) await writeOne(context, name, target, { found, missing });
      else await writeMany(engine.collection(db, name), target, found, context.interruption);
      return result;
    },
  );
}

function limitOf(statement: Doc): number {
  return numberOr(statement.get('limit'), NaN);
}
