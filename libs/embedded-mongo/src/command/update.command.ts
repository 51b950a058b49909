import { doc, int32, type Doc, type Value } from '../bson/bson-value';
import { failedToParse } from '../mongo-error';
import { compileUpdate } from '../update/update-compiler';
import type { CommandContext } from './command-context';
import { applyUpdate, insertUpsert, writeMany, writeOne } from './document-write';
import { assertStatement, runStatements, targetOf } from './write-request';

interface UpdateResult {
  n: number;
  modified: number;
  upserted?: Value;
}

/** `update`. */
export async function updateCommand(context: CommandContext): Promise<Doc> {
  const reply = await runStatements(
    context,
    'updates',
    (statement) => assertUpdate(context, statement),
    (name, statement) => updateStatement(context, name, statement),
    (all, result, index) => {
      all.n += result.n;
      all.modified += result.modified;
      if (result.upserted !== undefined)
        all.upserted.push(doc({ index: int32(index), _id: result.upserted }));
    },
  );
  return reply.document(true);
}

/** @throws MongoError 14, 40414 or 40415 */
function assertUpdate(context: CommandContext, statement: Doc): void {
  assertStatement(context, 'updates', statement);
  for (const option of ['multi', 'upsert']) {
    const value = statement.get(option);
    if (value !== undefined && typeof value !== 'boolean')
      throw context.wrongType(`updates.${option}`, value, 'bool');
  }
}

async function updateStatement(
  context: CommandContext,
  name: string,
  statement: Doc,
): Promise<UpdateResult> {
  const { engine, db } = context;
  const multi = statement.get('multi') === true;
  const upsert = statement.get('upsert') === true;
  const target = targetOf(context, name, statement.get('q') as Doc, statement);
  const update = compileUpdate(statement.get('u')!);
  if (multi && update.kind === 'replacement')
    throw failedToParse('multi update is not supported for replacement-style update');
  const result: UpdateResult = { n: 0, modified: 0 };
  const collection = multi ? engine.collection(db, name) : null;
  if (collection) {
    await writeMany(collection, target, context.interruption, (where, located) => {
      result.n++;
      if (applyUpdate(where, located, update).changed) result.modified++;
    });
  }
  if (result.n > 0 || (multi && !upsert)) return result;
  return writeOne<UpdateResult>(context, name, target, {
    found: (where, located) => {
      const { changed } = applyUpdate(where, located, update);
      return { n: 1, modified: changed ? 1 : 0 };
    },
    missing: (database) => {
      if (!upsert) return { n: 0, modified: 0 };
      const inserted = insertUpsert(database, name, target.filter, update);
      return { n: 1, modified: 0, upserted: inserted.get('_id')! };
    },
  });
}
