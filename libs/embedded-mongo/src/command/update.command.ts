import type { Doc } from '../bson/bson-value';
import { failedToParse } from '../mongo-error';
import { compileUpdate } from '../update/update-compiler';
import type { CommandContext } from './command-context';
import {
  applyUpdate,
  insertUpsert,
  writeMany,
  writeOne,
  type Located,
  type Target,
} from './document-write';
import { runStatements, type StatementResult } from './write-request';

/** `update`. */
export function updateCommand(context: CommandContext): Promise<Doc> {
  return runStatements(
    context,
    'updates',
    (statement) => {
      for (const option of ['multi', 'upsert']) {
        const value = statement.get(option);
        if (value !== undefined && typeof value !== 'boolean')
          throw context.wrongType(`updates.${option}`, value, 'bool');
      }
    },
    (name, target, statement) => updateStatement(context, name, target, statement),
  );
}

async function updateStatement(
  context: CommandContext,
  name: string,
  target: Target,
  statement: Doc,
): Promise<StatementResult> {
  const multi = statement.get('multi') === true;
  const upsert = statement.get('upsert') === true;
  const update = compileUpdate(statement.get('u')!);
  if (multi && update.kind === 'replacement')
    throw failedToParse('multi update is not supported for replacement-style update');
  const change = (located: Located): boolean => applyUpdate(located, update).changed;
  const all = multi ? context.engine.collection(context.db, name) : null;
  const result: StatementResult = await writeMany(all, target, change, context.interruption);
  if (result.n > 0 || (multi && !upsert)) return result;
  await writeOne(context, name, target, {
    found: (located) => {
      result.n++;
      if (change(located)) result.modified++;
    },
    missing: (database) => {
      if (!upsert) return;
      result.upserted = insertUpsert(database, name, target.filter, update).get('_id')!;
      result.n++;
    },
  });
  return result;
}
