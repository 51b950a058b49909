import type { Doc } from '../bson/bson-value';
import { numberOr } from '../bson/value-arithmetic';
import { failedToParse } from '../mongo-error';
import type { CommandContext } from './command-context';
import { removeLocated, writeMany, writeOne } from './document-write';
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
      if (limitOf(statement) === 1) {
        const removed = await writeOne<boolean>(context, name, target, {
          found: removeLocated,
          missing: () => false,
        });
        return { n: removed ? 1 : 0, modified: 0 };
      }
      const all = engine.collection(db, name);
      const { n } = await writeMany(all, target, removeLocated, context.interruption);
      return { n, modified: 0 };
    },
  );
}

function limitOf(statement: Doc): number {
  return numberOr(statement.get('limit'), NaN);
}
